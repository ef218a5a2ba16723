import { useEffect, useRef } from "react";
import {
  discardHeld,
  hasHeld,
  holdForField,
  insertHeld,
  isHolding,
  lastDialog,
  restMilliseconds,
} from "./held-for-field";
import { placeCaretAtEnd, textFields } from "./held-keys";
import { jumpedFieldIn } from "./jumped-field";

interface Opened {
  /** The form shows its dialog. */
  open?: boolean;
  /** It has the form's focus itself, not one of its fields. */
  focused?: boolean;
  /** It opens beside the text that has the focus, even while the user types on there. */
  isPopover?: boolean;
}

/**
 * Moves the focus into the dialog of a part of the form, once that opens: into its first field, or
 * where the form was opened at one of its fields, from a message or from the preview, into that.
 *
 * @param field The field that gets the focus, where it is not the first that takes text.
 */
export function useFirstField({ open, focused, isPopover }: Opened, field?: string): void {
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (open && !stop.current) {
      const isJump = !focused && !isHolding();
      if (isJump && (isPopover || isSettled())) return;
      // A double click opens it, too: a Tab in its first field was undone, and what was typed after
      // it on a button was in that field.
      if (!isHolding() && !isPopover && !isSettled()) holdForField();
      stop.current = focusFirstField({ field, preferred: isJump ? jumpedFieldIn : undefined });
    }
    if (open) return;
    stop.current?.();
    stop.current = null;
  }, [open, focused, isPopover, field]);
  useEffect(() => () => stop.current?.(), []);
}

/**
 * What takes the focus in a dialog without a text field: Escape closes only a dialog that has it.
 */
const otherFields = "input, select, button";

/** What a user chooses by a click, instead of the field that would get the focus. */
const choices = `${textFields}, input, select`;

/** How often the focus may rest before the dialog is there: on a busy machine it takes seconds. */
const maxRests = 60;

/** How often it may rest in a dialog without a text field, which may still be rendering it. */
const maxRestsWithoutField = 4;

/** The dialogs whose field has the focus: an edit of the lake mounts their parts again. */
const settled = new WeakSet<Element>();

function isSettled(): boolean {
  const dialog = lastDialog();
  return dialog !== undefined && settled.has(dialog);
}

interface Place {
  /** What contains the field, once it is there: the dialog that was opened last. */
  within?: () => Element | undefined;
  /** A selector of the field, which is awaited: a code editor is loaded when it is first used. */
  field?: string | undefined;
  /** The field that gets the focus instead, where there is one. */
  preferred?: ((place: Element) => HTMLElement | undefined) | undefined;
  /** Called once the focus is there, or nothing has come to take it. */
  onEnd?: () => void;
}

/**
 * Moves the focus from the dialog's breadcrumb, where a space closes the dialog, to the first field
 * that takes text, once the dialog (or the form of a new document) has opened. Then what was typed
 * meanwhile is inserted there. A dialog without such a field gets the focus, and what was typed has
 * no place to go. A field that the user clicks meanwhile keeps the focus.
 *
 * @returns what stops waiting
 */
export function focusFirstField({
  within = lastDialog,
  field: awaited,
  preferred,
  onEnd,
}: Place): () => void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let rests = 0;
  let restsWithoutField = 0;
  let chosen: HTMLElement | null = null;
  const restart = () => {
    clearTimeout(resting);
    resting = setTimeout(move, restMilliseconds);
  };
  const move = () => {
    const place = within();
    const focused = document.activeElement;
    const field =
      place &&
      (preferred?.(place) ?? fieldOf(place, awaited ?? textFields, chosen ? null : focused));
    if (field && chosen && chosen !== field) return insertElsewhere(field, chosen);
    if (field && field === focused) return end(field);
    rests += 1;
    if (place && !field && !awaited) restsWithoutField += 1;
    if (rests > maxRests || restsWithoutField > maxRestsWithoutField) return end(place);
    if (field) focusAtEnd(field);
    restart();
  };
  const choose = ({ target }: Event) => {
    if (target instanceof Element) chosen = target.closest<HTMLElement>(choices) ?? chosen;
  };
  const insertElsewhere = (field: HTMLElement, focused: HTMLElement) => {
    stop();
    onEnd?.();
    settled.add(within() ?? field);
    if (!hasHeld()) return;
    focusAtEnd(field);
    insertHeld(undefined, within);
    focused.focus();
  };
  const end = (place?: Element) => {
    stop();
    onEnd?.();
    if (!place) return discardHeld();
    settled.add(place);
    if (!place.contains(document.activeElement)) {
      place.querySelector<HTMLElement>(otherFields)?.focus();
    }
    insertHeld(undefined, within);
  };
  const stop = () => {
    clearTimeout(resting);
    document.removeEventListener("focusin", restart);
    window.removeEventListener("pointerdown", choose, true);
  };
  document.addEventListener("focusin", restart);
  window.addEventListener("pointerdown", choose, true);
  restart();
  return stop;
}

function focusAtEnd(field: HTMLElement): void {
  field.focus();
  placeCaretAtEnd(field);
}

/** The matching field of the dialog that has the focus; otherwise the first that matches. */
function fieldOf(
  place: Element,
  selector: string,
  focused: Element | null,
): HTMLElement | undefined {
  const fields = [...place.querySelectorAll<HTMLElement>(selector)].filter(
    (field) => !field.matches(":disabled, [readonly]"),
  );
  return fields.find((field) => field === focused) ?? fields[0];
}
