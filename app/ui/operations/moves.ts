import type { DrawingName } from "../../../schemas/fields/drawing";

/** How a part moves into its place, with an animation each in press.css. */
export type Move = "slide" | "turn" | "shrink" | "stamp" | "write";

/** How the parts of each drawing move, in their order: the test compares it with the drawings. */
export const moves: Record<DrawingName, readonly Move[]> = {
  merge: ["slide", "slide", "slide"],
  extract: ["slide"],
  delete: ["slide"],
  reorder: ["slide"],
  rotate: ["turn"],
  split: ["slide", "slide"],
  watermark: ["stamp"],
  "page-numbers": ["slide"],
  flatten: ["slide"],
  resize: ["shrink"],
  optimize: ["shrink"],
  crop: ["slide"],
  "word-to-pdf": ["slide"],
  "excel-to-pdf": ["slide"],
  "powerpoint-to-pdf": ["slide"],
  "pdf-to-word": ["slide"],
  "pdf-to-html": ["slide"],
  "pdf-to-image": ["slide"],
  "qr-code": ["slide"],
  "smart-qr-code": ["slide", "slide"],
  edit: ["slide"],
  template: ["slide"],
  fill: ["write"],
  "add-metadata": ["slide"],
  "read-metadata": ["slide"],
  properties: ["write"],
  text: ["write"],
};
