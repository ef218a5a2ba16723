import { useEffect, useRef } from "react";
import { definePlugin, type BlockProps, type LayoutProps } from "sanity";
import { holdKeys, type HeldKeys } from "./held-keys";

/** The dialog of a block in a text opens with the focus in its first field that takes text. */
export const openedBlock = definePlugin({
  name: "opened-block",
  studio: { components: { layout: HoldFromInsertion } },
  form: { components: { block: OpenedBlock } },
});

/** The keys since a block was inserted, until its dialog has the focus. */
let held: HeldKeys | undefined;

/** What inserts a block, by the name that Sanity gives it: a button, or an entry of its menu. */
const inserting = "[aria-label^='Insert '][aria-label$=' (block)']";

/**
 * Holds what is typed after a block was inserted from the toolbar. The Studio opens its dialog once
 * the form has received the block; what was typed until then was lost.
 */
function HoldFromInsertion(props: LayoutProps) {
  useEffect(() => {
    const begin = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || !target.closest(inserting)) return;
      held?.release();
      held = holdKeys();
    };
    document.addEventListener("click", begin, true);
    return () => document.removeEventListener("click", begin, true);
  }, []);
  return props.renderDefault(props);
}

function OpenedBlock(props: BlockProps) {
  const { open, focused } = props;
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => {
    // Otherwise the form was opened at one of its fields, from a message or from the preview.
    if (open && focused) stop.current ??= focusFirstField();
    if (open) return;
    stop.current?.();
    stop.current = null;
  }, [open, focused]);
  useEffect(() => () => stop.current?.(), []);
  return props.renderDefault(props);
}

const textFields =
  "textarea, input:not([type=radio], [type=checkbox], [type=file], [type=hidden]), [contenteditable=true]";

/**
 * How long the focus must rest, in milliseconds, before it is moved, and in the field before what
 * was typed is inserted: while the dialog opens, it and the editor below it take the focus several
 * times, also from a field that had it.
 */
const restMs = 150;

/**
 * Moves the focus from the dialog's breadcrumb, where a space closes the dialog, to the first field
 * that takes text, once the dialog has opened. Then what was typed meanwhile is inserted there.
 *
 * @returns what stops waiting
 */
function focusFirstField(): () => void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(resting);
    resting = setTimeout(move, restMs);
  };
  const move = () => {
    const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1);
    const focused = document.activeElement;
    const field = dialog && fieldOf(dialog, focused);
    if (!field) return restart();
    if (field !== focused) {
      field.focus();
      return restart();
    }
    stop();
    const text = held?.release();
    held = undefined;
    // As the browser types: the field's own input handlers run.
    if (text) document.execCommand("insertText", false, text);
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
