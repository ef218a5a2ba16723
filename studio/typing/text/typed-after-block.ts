import { defineBehavior, raise } from "@portabletext/editor/behaviors";
import {
  getFocusBlockObject,
  getNextBlock,
  isSelectionCollapsed,
} from "@portabletext/editor/selectors";
import { isEmptyTextBlock } from "@portabletext/editor/utils";

/**
 * What is typed while a block such as a callout is selected begins a paragraph after it, or fills
 * the empty one that is there. The editor drops it.
 */
export const typedAfterBlock = defineBehavior({
  on: "insert.text",
  guard: ({ snapshot }) =>
    isSelectionCollapsed(snapshot) && getFocusBlockObject(snapshot) !== undefined,
  actions: [
    ({ event: { text }, snapshot }) => {
      const { schema } = snapshot.context;
      const next = getNextBlock(snapshot);
      const start = next && { path: next.path, offset: 0 };
      return [
        start && isEmptyTextBlock(snapshot.context, next.node)
          ? raise({ type: "select", at: { anchor: start, focus: start } })
          : raise({
              type: "insert.block",
              block: { _type: schema.block.name },
              placement: "after",
              select: "start",
            }),
        raise({ type: "insert.text", text }),
      ];
    },
  ],
});
