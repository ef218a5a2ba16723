import { useEffect, type KeyboardEvent as ReactKeyboardEvent } from "react";
import { definePlugin, type LayoutProps } from "sanity";

/**
 * Ctrl+Z changes the field that has the focus, and no other. Browsers undo what was typed last
 * anywhere on the page: in a dialog that was just opened, it took words out of the text behind it.
 */
export const undoInField = definePlugin({
  name: "undo-in-field",
  studio: { components: { layout: UndoInField } },
});

function UndoInField(props: LayoutProps) {
  useEffect(() => {
    document.addEventListener("beforeinput", refuseElsewhere, true);
    return () => document.removeEventListener("beforeinput", refuseElsewhere, true);
  }, []);
  return props.renderDefault(props);
}

function refuseElsewhere(event: InputEvent): void {
  const isHistory = /^history(Undo|Redo)$/.test(event.inputType);
  if (!isHistory || event.target === document.activeElement) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * For what contains the dialog of a block. React passes the dialog's keys on to the text that the
 * block is in, which undid its own last change: the whole block was gone.
 */
export function keepUndoInDialog(event: ReactKeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key);
  const isInDialog = event.target instanceof Element && event.target.closest("[role=dialog]");
  if (isUndo && isInDialog) event.stopPropagation();
}
