import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";
import { isHolding, typeText } from "./held-for-field";
import { fieldWithId, isField, type Field } from "./held-keys";

/**
 * What is typed into a field that is still read-only is inserted once it is not. The Studio shows a
 * form some tenths of a second before it takes input, on a busy machine a second: the first letters
 * of a new document were lost.
 */
export const typedWhileLoading = definePlugin({
  name: "typed-while-loading",
  studio: { components: { layout: HoldWhileLoading } },
});

/** A form that is read-only for longer is so for good: of a published document, or for this user. */
const maxMilliseconds = 5_000;

interface Held {
  field: Field;
  text: string;
}

function HoldWhileLoading(props: LayoutProps) {
  useEffect(() => {
    let held: Held | undefined;
    const hold = (event: KeyboardEvent) => {
      const { target: field, key } = event;
      if (!isField(field) || !field.readOnly || isHolding()) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key !== "Backspace" && key.length !== 1) return;
      // A space would scroll the form.
      event.preventDefault();
      if (held?.field !== field) {
        held = { field, text: "" };
        insertOnceWritable(held, () => (held = undefined));
      }
      held.text = key === "Backspace" ? held.text.slice(0, -1) : held.text + key;
    };
    document.addEventListener("keydown", hold, true);
    return () => document.removeEventListener("keydown", hold, true);
  }, []);
  return props.renderDefault(props);
}

function insertOnceWritable(held: Held, onEnd: () => void): void {
  const { field } = held;
  const pane = field.closest(documentPane) ?? document;
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    onEnd();
  };
  const observer = new MutationObserver(() => {
    // The line of a list is another element once it is writable.
    const writable = field.isConnected ? field : fieldWithId(pane, field.id);
    if (!writable || writable.readOnly) return;
    // A number has no selection, and refuses one: what was held for it was lost.
    if (writable !== field && writable.selectionEnd !== null)
      writable.setSelectionRange(field.selectionStart, field.selectionEnd);
    // A user who has moved on since then gets the focus back.
    const focused = document.activeElement;
    const hasMovedOn = focused !== writable && focused !== document.body;
    if (focused !== writable) writable.focus({ preventScroll: true });
    typeText(held.text);
    if (hasMovedOn && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    stop();
  });
  observer.observe(pane, { attributeFilter: ["readonly"], childList: true, subtree: true });
  const timer = setTimeout(stop, maxMilliseconds);
}

const documentPane = "[data-testid=document-pane]";
