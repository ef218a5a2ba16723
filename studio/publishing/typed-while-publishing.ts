import { isHolding } from "../typing/opening/held-for-field";
import { textFields } from "../typing/opening/held-keys";
import { editorOf } from "../typing/text/text-editor";
import { typeText } from "../typing/text/type-text";

/** When publishing fails, or takes longer, keys must not be held forever. */
const maxMilliseconds = 5_000;

/** What was typed into one field without a break. */
interface Typed {
  field: HTMLElement;
  /** How many characters before the caret Backspace deletes. */
  deleted: number;
  text: string;
}

/** The keys that wait for a document to be published. */
export interface KeysWhilePublishing {
  /** Types them into their fields. Does nothing the second time. */
  release: () => void;
}

/**
 * Holds what is typed while a document is being published. That deletes its draft: an edit which
 * was on its way then was applied to no document, and the form was replaced by an error page.
 */
export function holdWhilePublishing(): KeysWhilePublishing {
  const held: Typed[] = [];
  const hold = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isHolding()) return;
    if (!(target instanceof HTMLElement) || !target.matches(textFields)) return;
    if (key.length !== 1 && key !== "Enter" && key !== "Backspace") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    let typed = held.at(-1);
    if (typed?.field !== target) {
      typed = { field: target, deleted: 0, text: "" };
      held.push(typed);
    }
    if (key !== "Backspace") typed.text += key === "Enter" ? "\n" : key;
    else if (typed.text) typed.text = typed.text.slice(0, -1);
    else typed.deleted += 1;
  };
  const release = () => {
    clearTimeout(timer);
    window.removeEventListener("keydown", hold, true);
    const focused = document.activeElement;
    for (const typed of held.splice(0)) insert(typed);
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
  const timer = setTimeout(release, maxMilliseconds);
  window.addEventListener("keydown", hold, true);
  return { release };
}

function insert({ field, deleted, text }: Typed): void {
  if (document.activeElement !== field) field.focus({ preventScroll: true });
  const editor = editorOf(field);
  for (let n = 0; editor && n < deleted; n += 1)
    editor.send({ type: "delete.backward", unit: "character" });
  // In one step: a field of the form has its earlier value again when a second one follows
  // immediately.
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (isField && deleted > 0 && field.selectionStart !== null) {
    field.setSelectionRange(Math.max(0, field.selectionStart - deleted), field.selectionEnd);
    if (!text) document.execCommand("delete");
  }
  if (text) typeText(field.matches("input") ? text.replaceAll("\n", "") : text);
}
