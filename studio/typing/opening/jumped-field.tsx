import { useEffect } from "react";
import { definePlugin, type InputProps } from "sanity";
import { placeCaretAtEnd, textFields } from "./held-keys";
import { passedByTabSelector } from "../focus/tab-to-fields";

/** The id of the input at which the form was opened, by a message, the preview or its URL. */
let jumpedTo: string | undefined;

/**
 * Remembers which input the form gives the focus. A dialog that opens for it takes the focus away
 * again, for the first part of its breadcrumb.
 *
 * In a field of text it places the caret after what is there. The browser leaves it before that,
 * and what was typed after a click on a text of the preview came first.
 */
export const jumpedField = definePlugin({
  name: "jumped-field",
  form: { components: { input: JumpedField } },
});

function JumpedField(props: InputProps) {
  const { id, focused, path } = props;
  // A block or an item has the form's focus while its dialog has it nowhere else.
  const isOfObject = typeof path.at(-1) === "string";
  useEffect(() => {
    if (!focused || !isOfObject) return;
    jumpedTo = id;
    // A user who has given it the focus has placed the caret. Otherwise the form is about to.
    if (document.activeElement?.id !== id)
      queueMicrotask(() => placeCaretAtEnd(document.activeElement));
  }, [id, focused, isOfObject]);
  return props.renderDefault(props);
}

/**
 * What takes keys in a field, the best first. In a list without texts it is the list, not its
 * button: a space there added an item, and letters went into the text field after it.
 */
const controls = [
  textFields,
  "input, select",
  "[data-adds-field-for-text]",
  "[tabindex]:not(button, a)",
  `button:not(${passedByTabSelector})`,
];

/** What has to have the focus in a dialog, or a form, that was opened at one of its fields. */
export function jumpedFieldIn(dialog: Element): HTMLElement | undefined {
  const fields = [...dialog.querySelectorAll<HTMLElement>("[data-testid^='field-']")];
  const field = fields.find(({ dataset }) => dataset.testid === `field-${jumpedTo}`);
  for (const control of controls) {
    const found = field?.querySelector<HTMLElement>(control);
    if (found) return found;
  }
  return undefined;
}
