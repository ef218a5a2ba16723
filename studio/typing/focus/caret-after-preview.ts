import type { EditorSelection } from "@portabletext/editor";
import { defineBehavior, forward } from "@portabletext/editor/behaviors";
import { getFocusTextBlock } from "@portabletext/editor/selectors";
import { getBlockEndPoint } from "@portabletext/editor/utils";

/** The key of the paragraph that was clicked last in the preview. */
let clicked: string | undefined;

const isStart = (at: EditorSelection) => at?.anchor.offset === 0 && at.focus.offset === 0;

/**
 * What is typed after a click on a paragraph of the preview goes on with that paragraph. Sanity
 * selects its start, and what was typed came first.
 */
const selectEnd = defineBehavior({
  on: "select",
  guard: ({ snapshot, event: { at } }) => {
    // The preview has the focus until the form takes it.
    if (!isStart(at) || !(document.activeElement instanceof HTMLIFrameElement)) return false;
    const context = { ...snapshot.context, selection: at };
    const block = getFocusTextBlock({ ...snapshot, context });
    clicked = block?.node._key;
    return block ? { end: getBlockEndPoint({ context, block }) } : false;
  },
  actions: [({ event }, { end }) => [forward({ ...event, at: { anchor: end, focus: end } })]],
});

/** Sanity selects the start once more when it has not noticed yet that the caret is there. */
const stayThere = defineBehavior({
  on: "select",
  guard: ({ snapshot, event: { at } }) => {
    const context = { ...snapshot.context, selection: at };
    const block = getFocusTextBlock({ ...snapshot, context })?.node._key;
    if (!isStart(at) || block === undefined) return false;
    return block === clicked && block === getFocusTextBlock(snapshot)?.node._key;
  },
  actions: [],
});

export const caretAfterPreview = [selectEnd, stayThere];
