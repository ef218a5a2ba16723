import { defineField } from "@sanity/types";

/**
 * What can be drawn of an operation: its pages before and after. The site has a picture of each.
 */
export const drawingNames = [
  "merge",
  "extract",
  "delete",
  "reorder",
  "rotate",
  "split",
  "watermark",
  "page-numbers",
  "flatten",
  "resize",
  "optimize",
  "crop",
  "word-to-pdf",
  "excel-to-pdf",
  "powerpoint-to-pdf",
  "pdf-to-word",
  "pdf-to-html",
  "pdf-to-image",
  "qr-code",
  "smart-qr-code",
  "edit",
  "template",
  "fill",
  "add-metadata",
  "read-metadata",
  "properties",
  "text",
] as const;

export type DrawingName = (typeof drawingNames)[number];

/** The picture of an operation, on its card and in the hero. */
export const drawingField = ({ group }: { group?: string } = {}) =>
  defineField({
    name: "drawing",
    title: "Drawing",
    description: "The pages before and after the call. Without one the card shows the icon.",
    type: "string",
    group,
    options: { list: [...drawingNames] },
  });
