import type { Editor } from "@portabletext/editor";

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
