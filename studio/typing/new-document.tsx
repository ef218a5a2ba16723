import { useEffect, useRef } from "react";
import {
  definePlugin,
  isObjectInputProps,
  type InputProps,
  type LayoutProps,
  type ObjectInputProps,
} from "sanity";
import { focusFirstField } from "./first-field";
import { fieldWithId, isField, textFields } from "./held-keys";
import { discardHeld, holdForField, insertHeld, isHolding } from "./held-for-field";

/**
 * The form of a new document opens with the focus in its first field that takes text. Sanity's gives
 * it to whatever comes first: a tab, a button, where the first letters were lost and a space pressed
 * it, or a list of the groups of fields, from which they chose.
 */
export const newDocument = definePlugin({
  name: "new-document",
  studio: { components: { layout: HoldFromCreation } },
  form: { components: { input: Input } },
});

/** What creates a document: a link of the desk, or a button of a reference. */
const creating = "a[href*='/intent/create/'], button[data-testid^=create-new-document-select]";

/** Where a type is searched for in the bar's list. */
export const searchOfTypes = "[data-testid=new-document-button-search-input]";

/** It always opens, on a busy machine after more than five seconds. */
const isOpening = () => true;

/** The id of the field of the form that was clicked while it was read-only, if any. */
let clicked: string | undefined;

/** Holds what is typed from the moment a document is created: its form takes a second to open. */
function HoldFromCreation(props: LayoutProps) {
  useEffect(() => {
    const choose = ({ target }: Event) => {
      if (isField(target) && target.readOnly && isHolding()) clicked = target.id;
    };
    const begin = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      const isHere = !ctrlKey && !metaKey && !shiftKey;
      if (!isHere || !(target instanceof Element) || !target.closest(creating)) return;
      clicked = undefined;
      holdForField(isOpening);
    };
    document.addEventListener("click", begin, true);
    document.addEventListener("keydown", chooseFirst, true);
    document.addEventListener("focusin", selectEarlierSearch, true);
    document.addEventListener("pointerdown", choose, true);
    return () => {
      document.removeEventListener("keydown", chooseFirst, true);
      document.removeEventListener("focusin", selectEarlierSearch, true);
      document.removeEventListener("click", begin, true);
      document.removeEventListener("pointerdown", choose, true);
    };
  }, []);
  return props.renderDefault(props);
}

/**
 * Enter chooses the first of the types that were searched for, in the bar's list and in a menu that
 * adds an item. In the list no key opened any, because Sanity takes each type that a user may create
 * for one that is disabled; in the menu Enter did nothing, and what was typed next was searched for.
 */
function chooseFirst({ target, key, isComposing }: KeyboardEvent): void {
  if (key !== "Enter" || isComposing || !(target instanceof HTMLInputElement)) return;
  const first = target.matches(searchOfTypes)
    ? document.getElementById(target.getAttribute("aria-controls") ?? "")?.querySelector("a[href]")
    : target.closest("[role=menu]")?.querySelector("[role=menuitem]");
  if (first instanceof HTMLElement) first.click();
}

/** The bar's list opens with what was searched for before; what is typed replaces it. */
function selectEarlierSearch({ target }: FocusEvent): void {
  if (target instanceof HTMLInputElement && target.matches(searchOfTypes)) target.select();
}

function Input(props: InputProps) {
  const isDocument = props.id === "root" && isObjectInputProps(props);
  return isDocument ? <Document {...props} /> : props.renderDefault(props);
}

function Document(props: ObjectInputProps) {
  const { value, readOnly, focusPath } = props;
  const form = useRef<HTMLDivElement>(null);
  const stop = useRef<(() => void) | null>(null);
  const isNew = !value?._createdAt && focusPath.length === 0;
  useEffect(() => {
    // Until the lake has responded, a document that exists looks new.
    if (readOnly || stop.current || !form.current) return;
    stop.current = isNew ? focusForm(form.current) : () => {};
  }, [readOnly, isNew]);
  useEffect(() => () => stop.current?.(), []);
  // Without a box of its own, so that the form is laid out as before.
  return (
    <div ref={form} style={{ display: "contents" }}>
      {props.renderDefault(props)}
    </div>
  );
}

/** The keys that move the focus, and are not held. */
const isMoving = ({ key, shiftKey }: KeyboardEvent) =>
  key.startsWith("Arrow") || (key === "Tab" && shiftKey);

/**
 * Moves the focus to the first field, unless the user moves it meanwhile.
 *
 * @returns what stops it
 */
function focusForm(form: HTMLElement): () => void {
  if (!isHolding()) holdForField(isOpening);
  const preferred = () => (clicked ? fieldWithId(form, clicked) : undefined);
  const stopFocusing = focusFirstField({
    within: () => form,
    // Awaited: on a busy machine a form is read-only once more after it was not.
    field: textFields,
    preferred,
    onEnd: stopListening,
  });
  const leave = (event: Event) => {
    if (event instanceof KeyboardEvent && !isMoving(event)) return;
    stop();
    (preferred() ?? form.querySelector<HTMLElement>(textFields))?.focus();
    insertHeld(undefined, () => form);
    discardHeld();
  };
  window.addEventListener("pointerdown", leave, true);
  window.addEventListener("keydown", leave, true);
  function stopListening() {
    clicked = undefined;
    window.removeEventListener("pointerdown", leave, true);
    window.removeEventListener("keydown", leave, true);
  }
  function stop() {
    stopListening();
    stopFocusing();
  }
  return stop;
}
