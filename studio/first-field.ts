import { useEffect, useRef } from "react";
import { holdKeys, type HeldKeys } from "./held-keys";

/** The keys since something was inserted, until its dialog has the focus. */
let held: HeldKeys | undefined;

/** Holds what is typed from now on, for the dialog that is about to open. */
export function holdForDialog(): void {
  held?.release();
  held = holdKeys();
}

/** Inserts what was held into the field that has the focus now. */
export function insertHeld(): void {
  const text = held?.release();
  held = undefined;
  // As the browser types: the field's own input handlers run.
  if (text) document.execCommand("insertText", false, text);
}

interface Opened {
  /** The form shows its dialog. */
  open?: boolean;
  /** It has the form's focus itself, not one of its fields. */
  focused?: boolean;
}

/** Moves the focus into the dialog of a part of the form, once that opens. */
export function useFirstField({ open, focused }: Opened): void {
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => {
    // Otherwise the form was opened at one of its fields, from a message or from the preview.
    if (open && (focused || held?.isHolding())) stop.current ??= focusFirstField();
    if (open) return;
    stop.current?.();
    stop.current = null;
  }, [open, focused]);
  useEffect(() => () => stop.current?.(), []);
}

const textFields =
  "textarea, input:not([type=radio], [type=checkbox], [type=file], [type=hidden]), [contenteditable=true]";

/** What takes the focus in a dialog without a text field: Escape closes only a dialog that has it. */
const otherFields = "input, select, button";

/**
 * How long the focus must rest, in milliseconds, before it is moved, and in the field before what
 * was typed is inserted: while the dialog opens, it and the editor below it take the focus several
 * times, also from a field that had it.
 */
const restMilliseconds = 150;

/** How often the focus may rest before the dialog is there: on a busy machine it takes seconds. */
const maxRests = 60;

/** How often it may rest in a dialog without a text field, which may still be rendering it. */
const maxRestsWithoutField = 4;

/**
 * Moves the focus from the dialog's breadcrumb, where a space closes the dialog, to the first field
 * that takes text, once the dialog has opened. Then what was typed meanwhile is inserted there. A
 * dialog without such a field gets the focus, and what was typed has no place to go.
 *
 * @returns what stops waiting
 */
function focusFirstField(): () => void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let rests = 0;
  let restsWithoutField = 0;
  const restart = () => {
    clearTimeout(resting);
    resting = setTimeout(move, restMilliseconds);
  };
  const move = () => {
    const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1);
    const focused = document.activeElement;
    const field = dialog && fieldOf(dialog, focused);
    if (field && field === focused) return end(field);
    rests += 1;
    if (dialog && !field) restsWithoutField += 1;
    if (rests > maxRests || restsWithoutField > maxRestsWithoutField) return end(dialog);
    field?.focus();
    restart();
  };
  const end = (place?: Element) => {
    stop();
    if (place?.matches(textFields)) return insertHeld();
    held?.release();
    held = undefined;
    if (place && !place.contains(document.activeElement)) {
      place.querySelector<HTMLElement>(otherFields)?.focus();
    }
  };
  const stop = () => {
    clearTimeout(resting);
    document.removeEventListener("focusin", restart);
  };
  document.addEventListener("focusin", restart);
  restart();
  return stop;
}

/** The field of the dialog that has the focus, if it takes text; otherwise the first that does. */
function fieldOf(dialog: Element, focused: Element | null): HTMLElement | undefined {
  const fields = [...dialog.querySelectorAll<HTMLElement>(textFields)].filter(
    (field) => !field.matches(":disabled, [readonly]"),
  );
  return fields.find((field) => field === focused) ?? fields[0];
}
