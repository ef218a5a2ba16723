import { defineBehavior, raise } from "@portabletext/editor/behaviors";

/**
 * What is typed after several paragraphs were pasted or dropped into the middle of one follows what
 * was inserted. The editor inserts the remainder of that paragraph last and, unless told otherwise,
 * leaves the caret behind it.
 */
export const caretAfterPasted = defineBehavior({
  on: "insert.blocks",
  guard: ({ event: { placement, select } }) => placement === "auto" && select === undefined,
  actions: [({ event }) => [raise({ ...event, select: "end" })]],
});
