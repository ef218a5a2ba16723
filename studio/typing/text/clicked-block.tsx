import { useEditor } from "@portabletext/editor";
import { useEffect } from "react";
import { textFields } from "../opening/held-keys";
import { selectBlock } from "./text-editor";

/** A block of a text that is not a paragraph: a picture, a quote, code. */
export const objectBlock = ".pt-object-block[data-block-key]";

/** What has taken the focus for itself: the menu of a block, or its dialog. */
const ownFocus = `${textFields}, input, select, button, a, [role=dialog] *`;

/**
 * Rendered in each rich-text editor; selects a block that is clicked before the editor has the
 * focus. The preview of code takes the click and gives the focus to nothing: what was typed next
 * went nowhere.
 */
export function SelectClickedBlock() {
  const editor = useEditor();
  useEffect(() => {
    const select = ({ target }: MouseEvent) => {
      const block = target instanceof Element && target.closest<HTMLElement>(objectBlock);
      const key = block && block.dataset.blockKey;
      if (!key || !editor.dom.getEditorElement()?.contains(block)) return;
      if (!document.activeElement?.matches(ownFocus)) selectBlock(editor, key);
    };
    document.addEventListener("click", select);
    return () => document.removeEventListener("click", select);
  }, [editor]);
  return null;
}
