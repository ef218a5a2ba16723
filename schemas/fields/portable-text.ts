import { defineArrayMember } from "@sanity/types";

const decorators = [
  { title: "Bold", value: "strong" },
  { title: "Italic", value: "em" },
  { title: "Inline code", value: "code" },
];

const lists = [
  { title: "Bullets", value: "bullet" as const },
  { title: "Numbers", value: "number" as const },
];

/**
 * Paragraphs, lists and links: the text block of every rich text of the site.
 *
 * @param headings true where the text is long enough to have headings of its own
 */
export const textBlock = ({ headings }: { headings: boolean }) =>
  defineArrayMember({
    type: "block",
    styles: [
      { title: "Text", value: "normal" },
      ...(headings
        ? [
            { title: "Heading 2", value: "h2" },
            { title: "Heading 3", value: "h3" },
            { title: "Heading 4", value: "h4" },
          ]
        : []),
    ],
    lists,
    marks: { decorators, annotations: [{ type: "link" }] },
  });
