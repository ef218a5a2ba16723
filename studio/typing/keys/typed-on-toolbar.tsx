import { useEditor } from "@portabletext/editor";
import { useEffect } from "react";
import { isLetterOnButton } from "./letter-on-button";
import { toolbar } from "../focus/tab-to-fields";
import { focusOn } from "../text/text-editor";

/**
 * Rendered in each rich-text editor; letters that are typed on a button of its toolbar go into the
 * text. Escape in the menu of styles leaves the focus on its button, where they went nowhere. So do
 * Ctrl+A, which selected the whole page there, and Ctrl+V.
 */
export function TypeFromToolbar() {
  const editor = useEditor();
  useEffect(() => {
    const focusText = (event: KeyboardEvent) => {
      if (!isLetterOnButton(event) && !isForText(event)) return;
      const { target } = event;
      const text = editor.dom.getEditorElement();
      if (!text || !(target instanceof Element) || !target.matches("button")) return;
      // The browser inserts the letter where the focus is after this.
      if (text.closest(box)?.querySelector(toolbar)?.contains(target)) focusOn(editor);
    };
    document.addEventListener("keydown", focusText, true);
    return () => document.removeEventListener("keydown", focusText, true);
  }, [editor]);
  return null;
}

/** What contains a text and its toolbar. */
const box = "[data-testid=pt-editor]";

/** Whether it selects all or pastes. */
const isForText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && ["a", "v"].includes(key.toLowerCase());
