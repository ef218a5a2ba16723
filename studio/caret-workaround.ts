import { useEditor } from "@portabletext/editor";
import { useEffect } from "react";

/**
 * Puts the caret where it is once an editor of texts has the focus. Tab makes Chromium remember the editor's first
 * position instead of a place in its text, and say otherwise: after Enter at that place each letter was written before
 * the one typed last.
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
