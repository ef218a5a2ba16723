import { useEditor } from "@portabletext/editor";
import { useEffect } from "react";

/**
 * Sets the caret to its own position once a rich-text editor has the focus. After Tab, Chromium
 * stores the editor's first position instead of one in its text, but reports otherwise: after Enter
 * there, each letter was inserted before the previous one.
 */
export function HoldCaret() {
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
  return null;
}
