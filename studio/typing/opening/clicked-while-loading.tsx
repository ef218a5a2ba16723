import { useEditor, type EditorSelection } from "@portabletext/editor";
import { useLayoutEffect } from "react";
import { discardHeld, hasHeld, holdForField, insertHeld, isHolding } from "./held-for-field";
import { returnFocus } from "../focus/returned-focus";
import { focusOn, insertInto } from "../text/text-editor";

/**
 * A text that is read-only for longer is so for good: of a published document, or for this user.
 */
const maxMilliseconds = 10_000;

/**
 * Rendered in each rich-text editor: what is typed after a click into a text that is still
 * read-only is inserted where it was clicked, once it is not. The Studio shows a text half a second
 * before it takes input, on a busy machine two: it does not get the focus, and all that was typed
 * then went nowhere.
 */
export function TypeAfterLoading() {
  const editor = useEditor();
  // Before the text is painted: a busy page runs effects long after it can be clicked.
  useLayoutEffect(() => {
    const mounted = performance.now();
    let clicked: { at: EditorSelection } | undefined;
    let timer: ReturnType<typeof setTimeout>;
    let stopReturning = () => {};
    const writable = new MutationObserver(() => {
      if (!isEditable(editor.dom.getEditorElement())) return;
      const { at } = clicked ?? { at: null };
      stopWaiting();
      resume(at);
    });
    const stopWaiting = () => {
      clicked = undefined;
      clearTimeout(timer);
      writable.disconnect();
    };
    const resume = (at: EditorSelection) => {
      const focus = () => {
        if (at) editor.send({ type: "select", at });
        return focusOn(editor);
      };
      const insert = insertInto(editor);
      if (isHolding()) return (stopReturning = returnFocus({ focus, insert }));
      if (!hasHeld()) return;
      // The user has clicked into another field since then, which keeps the focus.
      const focused = document.activeElement;
      focus();
      insertHeld(insert);
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    };
    const noteClick = ({ target }: MouseEvent) => {
      const text = editor.dom.getEditorElement();
      if (!text || !(target instanceof Element) || !text.contains(target)) return;
      const milliseconds = mounted + maxMilliseconds - performance.now();
      if (isEditable(text) || milliseconds < 0) return;
      // What was typed after an earlier click is not to be lost with its place.
      if (clicked && hasHeld()) return;
      stopWaiting();
      clicked = { at: selectionOf(target, text) };
      holdForField(() => true);
      timer = setTimeout(() => {
        stopWaiting();
        discardHeld();
      }, milliseconds);
      writable.observe(document, { attributeFilter: ["contenteditable"], subtree: true });
    };
    document.addEventListener("click", noteClick, true);
    return () => {
      document.removeEventListener("click", noteClick, true);
      if (clicked) discardHeld();
      stopWaiting();
      stopReturning();
    };
  }, [editor]);
  return null;
}

const isEditable = (text: Element | null | undefined) =>
  text?.getAttribute("contenteditable") === "true";

/**
 * Where the browser has put the caret, or the block that was clicked where that is not text; null
 * where neither says a place.
 */
function selectionOf(target: Element, text: Element): EditorSelection {
  const caret = document.getSelection();
  const span = caret?.anchorNode?.parentElement?.closest<HTMLElement>("[data-child-key]");
  const clicked = target.closest<HTMLElement>("[data-block-key]");
  const isCaretThere = span && (clicked ?? text).contains(span);
  const block = isCaretThere ? span.closest<HTMLElement>("[data-block-key]") : clicked;
  if (!block?.dataset.blockKey) return null;
  const path = [{ _key: block.dataset.blockKey }];
  const { childKey } = isCaretThere ? span.dataset : {};
  if (!caret || !span || !childKey)
    return { anchor: { path, offset: 0 }, focus: { path, offset: 0 } };
  const before = document.createRange();
  before.setStart(span, 0);
  before.setEnd(caret.anchorNode ?? span, caret.anchorOffset);
  // An empty text holds a character without width.
  const offset = before.toString().replace("\uFEFF", "").length;
  const point = { path: [...path, "children", { _key: childKey }], offset };
  return { anchor: point, focus: point };
}
