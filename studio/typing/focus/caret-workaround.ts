import { useEditor } from "@portabletext/editor";
import { useEffect } from "react";

/** Rendered in each rich-text editor; keeps the browser's caret and the editor's at one place. */
export function HoldCaret() {
  useCaretAfterTab();
  useCaretOfQueuedKeys();
  useCaretOfMovingKeys();
  return null;
}

/**
 * Sets the caret to its own position once a rich-text editor has the focus. After Tab, Chromium
 * stores the editor's first position instead of one in its text, but reports otherwise: after Enter
 * there, each letter was inserted before the previous one.
 */
function useCaretAfterTab() {
  const editor = useEditor();
  useEffect(() => {
    const focused = editor.on("focused", () => {
      const caret = getSelection();
      if (!caret?.anchorNode || !caret.focusNode) return;
      const { anchorNode, anchorOffset, focusNode, focusOffset } = caret;
      caret.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
    });
    return () => focused.unsubscribe();
  }, [editor]);
}

/**
 * Tells the editor where the caret is before each input. Chromium reports a moved caret only after
 * the keys that were queued while the page was busy: after a click and End, the editor inserted the
 * next letter at the end, and then returned to the click, whose position it still took for the
 * user's, with all letters that followed.
 */
function useCaretOfQueuedKeys() {
  const editor = useEditor();
  useEffect(() => {
    const report = ({ target, isComposing }: InputEvent) => {
      if (isComposing || target !== editor.dom.getEditorElement()) return;
      document.dispatchEvent(new Event("selectionchange"));
    };
    // They come without that event: what was pasted right after Home was at the end.
    const readFirst = ({ target }: ClipboardEvent) => {
      const text = editor.dom.getEditorElement();
      if (text && target instanceof Node && text.contains(target)) readCaret(text);
    };
    // Before the editor's own listener, which reads what was reported.
    document.addEventListener("beforeinput", report, true);
    document.addEventListener("paste", readFirst, true);
    document.addEventListener("cut", readFirst, true);
    return () => {
      document.removeEventListener("beforeinput", report, true);
      document.removeEventListener("paste", readFirst, true);
      document.removeEventListener("cut", readFirst, true);
    };
  }, [editor]);
}

/** The keys that move the caret, with or without Ctrl, Alt and Shift. */
const movingKeys = /^(?:Arrow|Page)|^(?:Home|End)$/;

/**
 * Tells the editor immediately where a key has moved the caret. It reads that up to a tenth of a
 * second later, and a render before then puts the caret back: Home right after a click was
 * forgotten, and what was typed next was in the middle of a word.
 */
function useCaretOfMovingKeys() {
  const editor = useEditor();
  useEffect(() => {
    let isMoving = false;
    const press = ({ key, target, isComposing }: KeyboardEvent) => {
      isMoving = !isComposing && movingKeys.test(key) && target === editor.dom.getEditorElement();
    };
    const read = ({ isTrusted }: Event) => {
      const text = editor.dom.getEditorElement();
      if (isMoving && isTrusted && text) readCaret(text);
    };
    const stop = () => (isMoving = false);
    document.addEventListener("keydown", press, true);
    document.addEventListener("pointerdown", stop, true);
    document.addEventListener("selectionchange", read);
    return () => {
      document.removeEventListener("keydown", press, true);
      document.removeEventListener("pointerdown", stop, true);
      document.removeEventListener("selectionchange", read);
    };
  }, [editor]);
}

/**
 * Lets a rich-text editor read where the browser's caret is, now: it does so before each input,
 * even before one that inserts nothing.
 */
export function readCaret(text: Element): void {
  text.dispatchEvent(new InputEvent("beforeinput", { bubbles: true, cancelable: true }));
}
