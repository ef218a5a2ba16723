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
 * When the menu that created a document closes, it returns the focus to its button. A field that
 * was clicked meanwhile gets it back: the first letters of a title were lost.
 */
export const preserveFocus = definePlugin({
  name: "preserve-focus",
  studio: { components: { layout: PreserveFocus } },
});

/** What a click focuses. */
const focusable = "a[href], button, input, select, textarea, label, [contenteditable], [tabindex]";

function PreserveFocus(props: LayoutProps) {
  useEffect(() => {
    let clicked: Field | undefined;
    const onPointerDown = ({ target }: Event) => {
      clicked = isField(target) ? target : undefined;
      if (clicked && isListOpenBeside(clicked)) focusOnceClosed(clicked);
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key.length > 1 && key !== "Backspace") clicked = undefined;
    };
    const returnFocus = ({ target, relatedTarget }: FocusEvent) => {
      const wasStolen = target instanceof HTMLButtonElement && !target.closest("[role=dialog]");
      if (wasStolen && clicked === relatedTarget) clicked?.focus({ preventScroll: true });
    };
    const cleanup = new AbortController();
    const { signal } = cleanup;
    document.addEventListener("mousedown", keepDialogFocus, { signal });
    document.addEventListener("pointerdown", onPointerDown, { signal, capture: true });
    document.addEventListener("keydown", onKeyDown, { signal, capture: true });
    document.addEventListener("focusin", returnFocus, { signal, capture: true });
    return () => cleanup.abort();
  }, []);
  return props.renderDefault(props);
}

function keepDialogFocus(event: MouseEvent) {
  if (!(event.target instanceof Element)) return;
  const dialog = event.target.closest("[role=dialog]");
  if (!dialog?.contains(document.activeElement)) return;
  if (!dialog.contains(event.target.closest(focusable))) event.preventDefault();
}

/** While it is open, the navigation bar's list of types keeps taking the focus back. */
const isListOpenBeside = (field: Field) =>
  document.querySelector(searchOfTypes) !== null && !field.matches(searchOfTypes);

function focusOnceClosed(field: Field): void {
  holdForField(() => true);
  focusFirstField({ within: () => document.body, preferred: () => field });
}
