import type { DrawingName } from "../../../schemas/fields/drawing";

/** How the moving part of a drawing enters; animated in press.css. */
export type Move = "slide" | "turn" | "shrink" | "stamp" | "write";

const moves: Partial<Record<DrawingName, Move>> = {
  rotate: "turn",
  watermark: "stamp",
  resize: "shrink",
  optimize: "shrink",
  fill: "write",
  properties: "write",
  text: "write",
};

/** Most results slide out of what was sent. */
export const moveOf = (name: DrawingName): Move => moves[name] ?? "slide";
