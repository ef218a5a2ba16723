import { useEffect, useRef } from "react";
import {
  definePlugin,
  isObjectInputProps,
  type InputProps,
  type LayoutProps,
  type ObjectInputProps,
} from "sanity";
import { focusFirstField } from "./first-field";
import { holdForDialog, isHolding } from "./held-for-dialog";

/**
 * The form of a new document opens with the focus in its first field that takes text. Sanity's has
 * it on the tab "All fields", where typing goes nowhere.
 */
export const newForm = definePlugin({
  name: "new-form",
  studio: { components: { layout: HoldFromCreation } },
  form: { components: { input: FormInput } },
});

/** What creates a document: a button above a list, or an entry of its menu. */
const creating = "a[href*='/intent/create/']";

/** Holds what is typed after a document was begun, while its form is loaded. */
function HoldFromCreation(props: LayoutProps) {
  useEffect(() => {
    const begin = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest(creating)) holdForDialog();
    };
    document.addEventListener("click", begin, true);
    return () => document.removeEventListener("click", begin, true);
  }, []);
  return props.renderDefault(props);
}

function FormInput(props: InputProps) {
  return props.path.length === 0 && isObjectInputProps(props) ? (
    <FormOfDocument {...props} />
  ) : (
    props.renderDefault(props)
  );
}

/** The forms of documents; the last is the one that was opened last. */
const forms = "[data-testid=document-pane]";

function FormOfDocument(props: ObjectInputProps) {
  const isNew = useRef(!props.value?._createdAt);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => {
    // It is read-only until the Studio knows what its user may do.
    if (!isNew.current || props.readOnly) return;
    isNew.current = false;
    stop.current = focusNewForm();
  }, [props.readOnly]);
  useEffect(() => () => stop.current?.(), []);
  return props.renderDefault(props);
}

/** @returns what stops it */
function focusNewForm(): () => void {
  if (!isHolding()) holdForDialog();
  const stop = focusFirstField({ within: () => [...document.querySelectorAll(forms)].at(-1) });
  // A click moves the focus itself.
  window.addEventListener("pointerdown", stop, { capture: true, once: true });
  return () => {
    window.removeEventListener("pointerdown", stop, { capture: true });
    stop();
  };
}
