import { defineType } from "@sanity/types";
import { requiredLine, requiredText } from "../fields/text";

/** A short heading and a sentence that explains it: key features, benefits, use cases, facts. */
export const point = defineType({
  name: "point",
  title: "Point",
  type: "object",
  fields: [
    requiredLine({ name: "title", title: "Title", max: 60 }),
    requiredText({ name: "description", title: "Description", max: 240, rows: 2 }),
  ],
  preview: { select: { title: "title", subtitle: "description" } },
});
