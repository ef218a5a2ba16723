import { defineType } from "@sanity/types";
import { sectionsField } from "../fields/sections";
import { seoField, seoGroup } from "../fields/seo";

/** The home page: its sections, in the order in which visitors see them. */
export const homePage = defineType({
  name: "homePage",
  title: "Home page",
  type: "document",
  groups: [{ name: "page", title: "Page", default: true }, seoGroup],
  fields: [sectionsField, seoField({ required: true })],
  preview: { prepare: () => ({ title: "Home page" }) },
});
