import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";
import { focusFirstField } from "../opening/first-field";
import { holdForField } from "../opening/held-for-field";
import { isField, type Field } from "../opening/held-keys";
import { searchOfTypes } from "../opening/new-document";

/**
 * Keeps the focus in a dialog's field when the dialog is clicked outside its content, on the header
 * for instance. Sanity restores it only after the click ends, on a busy machine a second later, and
 * keys typed in between were lost.
 *
 * A field that was clicked keeps it when the menu that created its document closes, and gives the
 * focus back to its button: the first letters of a title were lost.
 */
export const preserveFocus = definePlugin({
  name: "preserve-focus",
  studio: { components: { layout: KeepFocus } },
});

/** What a click focuses. */
const focusable = "a[href], button, input, select, textarea, label, [contenteditable], [tabindex]";

function KeepFocus(props: LayoutProps) {
  useEffect(() => {
    let clicked: Field | undefined;
    const noteClick = ({ target }: Event) => {
      clicked = isField(target) ? target : undefined;
      if (clicked && isListOpenBeside(clicked)) focusOnceClosed(clicked);
    };
    const noteKey = ({ key }: KeyboardEvent) => {
      if (key.length > 1 && key !== "Backspace") clicked = undefined;
    };
    const returnFocus = ({ target, relatedTarget }: FocusEvent) => {
      const isTaken = target instanceof HTMLButtonElement && !target.closest("[role=dialog]");
      if (isTaken && clicked === relatedTarget) clicked?.focus({ preventScroll: true });
    };
    const ended = new AbortController();
    const { signal } = ended;
    document.addEventListener("mousedown", keepFocus, { signal });
    document.addEventListener("pointerdown", noteClick, { signal, capture: true });
    document.addEventListener("keydown", noteKey, { signal, capture: true });
    document.addEventListener("focusin", returnFocus, { signal, capture: true });
    return () => ended.abort();
  }, []);
  return props.renderDefault(props);
}

function keepFocus(event: MouseEvent) {
  if (!(event.target instanceof Element)) return;
  const dialog = event.target.closest("[role=dialog]");
  if (!dialog?.contains(document.activeElement)) return;
  if (!dialog.contains(event.target.closest(focusable))) event.preventDefault();
}

/** The bar's list of types takes the focus back until it has closed. */
const isListOpenBeside = (field: Field) =>
  document.querySelector(searchOfTypes) !== null && !field.matches(searchOfTypes);

function focusOnceClosed(field: Field): void {
  holdForField(() => true);
  focusFirstField({ within: () => document.body, preferred: () => field });
}
