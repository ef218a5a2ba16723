import { type Editor, useEditor } from "@portabletext/editor";
import { useEffect } from "react";

/** The rich-text editors of the page. */
const editors = new Set<Editor>();

/** Rendered in each rich-text editor, so that {@link editorOf} finds it. */
export function KnownEditor() {
  const editor = useEditor();
  useEffect(() => {
    editors.add(editor);
    return () => void editors.delete(editor);
  }, [editor]);
  return null;
}

/** The editor whose text this element is. */
export const editorOf = (text: Element): Editor | undefined =>
  [...editors].find((editor) => editor.dom.getEditorElement() === text);

/** Gives a text the focus. @returns what has it then */
export function focusOn(editor: Editor): Element | null | undefined {
  editor.send({ type: "focus" });
  return editor.dom.getEditorElement();
}

/** Selects a block of a text, and gives the text the focus. @returns what has it then */
export function selectBlock(editor: Editor, key: string): Element | null | undefined {
  const start = { path: [{ _key: key }], offset: 0 };
  editor.send({ type: "select", at: { anchor: start, focus: start } });
  return focusOn(editor);
}

/** Inserts lines where the caret is: the browser inserts nothing where a block is selected. */
export const insertInto = (editor: Editor) => (text: string) => {
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) editor.send({ type: "insert.break" });
    if (line) editor.send({ type: "insert.text", text: line });
  }
};
