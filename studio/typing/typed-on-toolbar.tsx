import { useEditor } from "@portabletext/editor";
import { useEffect } from "react";
import { isLetterOnButton } from "./letter-on-button";
import { focusOn } from "./text-editor";

/** The one button that each toolbar has. */
const fullscreenButton = "[data-testid^=fullscreen-button]";

/**
 * Rendered in each rich-text editor; letters that are typed on a button of its toolbar go into the
 * text. Escape in the menu of styles leaves the focus on its button, where they went nowhere.
 */
export function TypeFromToolbar() {
  const editor = useEditor();
  useEffect(() => {
    const focusText = (event: KeyboardEvent) => {
      if (!isLetterOnButton(event)) return;
      const { target } = event;
      const text = editor.dom.getEditorElement();
      if (!text || !(target instanceof Element) || !target.matches("button")) return;
      // The browser inserts the letter where the focus is after this.
      if (toolbarOf(text)?.contains(target)) focusOn(editor);
    };
    document.addEventListener("keydown", focusText, true);
    return () => document.removeEventListener("keydown", focusText, true);
  }, [editor]);
  return null;
}

/** What is beside a text and contains the button. */
function toolbarOf(text: Element): Element | undefined {
  let place = text.parentElement;
  while (place && !place.querySelector(fullscreenButton)) place = place.parentElement;
  return [...(place?.children ?? [])].find((part) => part.querySelector(fullscreenButton));
}
