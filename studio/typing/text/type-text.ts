import { fieldWithId, isField, textFields, type Field } from "../opening/held-keys";
import { editorOf, focusOn, insertInto } from "./text-editor";

/**
 * Inserts into the field that has the focus, as the browser types: its own input handlers run. A
 * rich-text editor ignores that until it has its own selection, some time after its focus. A
 * field that is read-only gets the text once it is not.
 */
export function typeText(text: string): void {
  const field = document.activeElement;
  if (!field?.matches(textFields)) return;
  if (isField(field) && field.readOnly) return void (heldUntilWritable(field).text += text);
  const editor = editorOf(field);
  if (!editor) return void document.execCommand("insertText", false, text);
  if (!editor.getSnapshot().context.selection) focusOn(editor);
  insertInto(editor)(text);
}

/**
 * A form that is read-only for longer is so for good: of a published document, or for this user.
 * Longer than a form loads on an overloaded machine.
 */
const maxMilliseconds = 10_000;

/** What is inserted into a field once it is writable. */
interface HeldText {
  text: string;
}

const held = new Map<Field, HeldText>();

/** The text that a read-only field gets once it is writable: the caller adds to it. */
export function heldUntilWritable(field: Field): HeldText {
  const earlier = held.get(field);
  if (earlier) return earlier;
  const added = { text: "" };
  held.set(field, added);
  insertOnceWritable(field, added);
  return added;
}

function insertOnceWritable(field: Field, typed: HeldText): void {
  const pane = field.closest(documentPane) ?? document;
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    held.delete(field);
  };
  const observer = new MutationObserver(() => {
    // The line of a list is another element once it is writable.
    const writable = field.isConnected ? field : fieldWithId(pane, field.id);
    if (!writable || writable.readOnly) return;
    stop();
    // A number has no selection, and refuses one: what was held for it was lost.
    if (writable !== field && writable.selectionEnd !== null)
      writable.setSelectionRange(field.selectionStart, field.selectionEnd);
    // Nothing in place of what is selected would delete it.
    if (!typed.text) return;
    // A user who has moved on since then gets the focus back.
    const focused = document.activeElement;
    const hasMovedOn = focused !== writable && focused !== document.body;
    if (focused !== writable) writable.focus({ preventScroll: true });
    typeText(typed.text);
    if (hasMovedOn && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  });
  observer.observe(pane, { attributeFilter: ["readonly"], childList: true, subtree: true });
  const timer = setTimeout(stop, maxMilliseconds);
}

const documentPane = "[data-testid=document-pane]";
