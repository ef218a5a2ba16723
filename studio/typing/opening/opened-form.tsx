import { useEffect, useRef } from "react";
import {
  definePlugin,
  getPublishedId,
  isObjectInputProps,
  type InputProps,
  type LayoutProps,
  type ObjectInputProps,
} from "sanity";
import { focusFirstField } from "./first-field";
import { discardHeld, holdForField, holdsSearchKey, insertHeld, isHolding } from "./held-for-field";
import { fieldWithId, isField, textFields } from "./held-keys";
import { isSearchKey, openSearch } from "./search-panel";

/**
 * The form of a new document, and of one that was found by the search, opens with the focus in its
 * first field that takes text. Sanity's gives it to whatever comes first: a tab, a button, where
 * the first letters were lost and a space pressed it, or a list of the groups of fields, from which
 * they chose.
 */
export const openedForm = definePlugin({
  name: "opened-form",
  studio: { components: { layout: NoteClicked } },
  form: { components: { input: Input } },
});

/** The published id of the document whose form is awaited, unless that is a new one. */
let awaited: string | undefined;

/** The id of the field of the awaited form that was clicked while it was read-only, if any. */
let clicked: string | undefined;

/**
 * The forms on the page, by the published ids of their documents, and since when they are there.
 */
const shown = new Map<string, { form: HTMLElement; since: number }>();

/** The form of a document that is on the page, by the document's published id. */
export const formOf = (id: string): HTMLElement | undefined => shown.get(id)?.form;

/** One that is read-only for longer may be so for good. */
const maxReadOnlyMilliseconds = 5_000;

/** Whether a form is opening still: a new one always does, on a busy machine after ten seconds. */
function isOpening(): boolean {
  const since = awaited === undefined ? undefined : shown.get(awaited)?.since;
  return since === undefined || performance.now() - since < maxReadOnlyMilliseconds;
}

/** Holds what is typed until a form has opened and its first field has the focus. */
export function holdForForm(): void {
  awaited = undefined;
  clicked = undefined;
  holdForField(isOpening);
}

/**
 * The same for the form of this document, by its published id; what was held before belongs to it.
 */
export function awaitForm(id: string): void {
  if (!isHolding()) holdForForm();
  awaited = id;
  const form = formOf(id);
  if (form) focusForm(form);
}

function NoteClicked(props: LayoutProps) {
  useEffect(() => {
    const choose = ({ target }: Event) => {
      if (isField(target) && target.readOnly && isHolding()) clicked = target.id;
    };
    document.addEventListener("pointerdown", choose, true);
    return () => document.removeEventListener("pointerdown", choose, true);
  }, []);
  return props.renderDefault(props);
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
  const id = typeof value?._id === "string" ? getPublishedId(value._id) : undefined;
  useEffect(() => {
    if (id === undefined || !form.current) return;
    shown.set(id, { form: form.current, since: performance.now() });
    return () => void shown.delete(id);
  }, [id]);
  useEffect(() => {
    // Until the lake has responded, a document that exists looks new.
    if (readOnly || stop.current || !form.current) return;
    const isAwaited = id !== undefined && id === awaited;
    stop.current = isNew || isAwaited ? focusForm(form.current) : () => {};
  }, [readOnly, isNew, id]);
  useEffect(() => () => stop.current?.(), []);
  // Without its own box, so that the form is laid out as before.
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
 * Moves the focus to the first field, unless the user moves it, or opens the search, meanwhile.
 *
 * @returns what stops it
 */
function focusForm(form: HTMLElement): () => void {
  if (openSearch() && !isHolding()) return () => {};
  if (!isHolding()) holdForField(isOpening);
  const preferred = () => (clicked ? fieldWithId(form, clicked) : undefined);
  const stopFocusing = focusFirstField({
    within: () => form,
    // Awaited: on a busy machine a form is read-only once more after it was not.
    field: textFields,
    preferred,
    onEnd: () => end(),
  });
  const leave = (event: Event) => {
    if (event instanceof KeyboardEvent && isSearchKey(event) && !holdsSearchKey()) {
      stopFocusing();
      return end();
    }
    if (event instanceof KeyboardEvent && !isMoving(event)) return;
    stopFocusing();
    (preferred() ?? form.querySelector<HTMLElement>(textFields))?.focus();
    end();
    insertHeld(undefined, () => form);
    discardHeld();
  };
  window.addEventListener("pointerdown", leave, true);
  window.addEventListener("keydown", leave, true);
  const stopListening = () => {
    window.removeEventListener("pointerdown", leave, true);
    window.removeEventListener("keydown", leave, true);
  };
  const end = () => {
    stopListening();
    awaited = undefined;
    clicked = undefined;
  };
  // Another form may be awaited already when this one goes.
  return () => {
    stopListening();
    stopFocusing();
  };
}
