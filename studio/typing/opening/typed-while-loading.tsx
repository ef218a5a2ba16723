import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";
import { isHolding } from "./held-for-field";
import { isField } from "./held-keys";
import { heldUntilWritable } from "../text/type-text";

/**
 * What is typed into a field that is still read-only is inserted once it is not. The Studio shows a
 * form some tenths of a second before it takes input, on a busy machine a second: the first letters
 * of a new document were lost.
 */
export const typedWhileLoading = definePlugin({
  name: "typed-while-loading",
  studio: { components: { layout: HoldWhileLoading } },
});

function HoldWhileLoading(props: LayoutProps) {
  useEffect(() => {
    const hold = (event: KeyboardEvent) => {
      const { target: field, key } = event;
      if (!isField(field) || !field.readOnly || isHolding()) return;
      if (isSelectAll(event)) {
        event.preventDefault();
        field.select();
        heldUntilWritable(field).text = "";
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key !== "Backspace" && key.length !== 1) return;
      // A space would scroll the form.
      event.preventDefault();
      const held = heldUntilWritable(field);
      held.text = key === "Backspace" ? held.text.slice(0, -1) : held.text + key;
    };
    document.addEventListener("keydown", hold, true);
    return () => document.removeEventListener("keydown", hold, true);
  }, []);
  return props.renderDefault(props);
}

/**
 * In a number field that is read-only, the browser selects the page instead, where nothing can be
 * inserted.
 */
const isSelectAll = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === "a" && (ctrlKey || metaKey) && !altKey;
