import { defineBehavior, raise } from "@portabletext/editor/behaviors";
import {
  getFocusTextBlock,
  isAtTheStartOfBlock,
  isSelectionCollapsed,
} from "@portabletext/editor/selectors";

/**
 * Paragraphs that are pasted or dropped at the beginning of a heading come before it. The editor
 * joins the last of them with the heading, which becomes a paragraph.
 */
export const pasteBeforeHeading = defineBehavior({
  on: "insert.blocks",
  guard: ({ snapshot, event: { blocks, placement, at } }) => {
    const block = getFocusTextBlock(snapshot);
    const isParagraphs = blocks.length > 1 && placement === "auto" && !at;
    if (!isParagraphs || !block || !isSelectionCollapsed(snapshot)) return false;
    const isHeading = /^h\d$/.test(block.node.style ?? "");
    // An empty one is replaced.
    const isEmpty = block.node.children.every(({ text }) => text === "");
    return isHeading && !isEmpty && isAtTheStartOfBlock(block)(snapshot);
  },
  actions: [({ event }) => [raise({ ...event, placement: "before", select: "end" })]],
});
