import { defineType } from "@sanity/types";
import { sectionsField } from "../fields/sections";
import { seoField, seoGroup } from "../fields/seo";

/** The front page: its sections, in the order in which visitors meet them. */
export const homePage = defineType({
  name: "homePage",
  title: "Home page",
  type: "document",
  groups: [{ name: "page", title: "Page", default: true }, seoGroup],
  fields: [sectionsField, seoField({ required: true })],
  preview: { prepare: () => ({ title: "Home page" }) },
});
