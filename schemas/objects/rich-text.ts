import { defineType } from "@sanity/types";
import { textBlock } from "../fields/portable-text";

/**
 * Paragraphs, lists and links, without headings: answers, introductions, sections of legal pages.
 */
export const richText = defineType({
  name: "richText",
  title: "Text",
  type: "array",
  of: [textBlock({ headings: false })],
});
