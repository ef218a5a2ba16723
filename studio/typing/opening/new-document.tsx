import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";
import { holdForForm } from "./opened-form";

/**
 * What is typed from the moment a document is created belongs to its form (`opened-form.tsx`), and
 * Enter chooses what is created.
 */
export const newDocument = definePlugin({
  name: "new-document",
  studio: { components: { layout: HoldFromCreation } },
});

/** What creates a document: a link of the desk, or a button of a reference. */
const creating = "a[href*='/intent/create/'], button[data-testid^=create-new-document-select]";

/** Where a type is searched for in the bar's list. */
export const searchOfTypes = "[data-testid=new-document-button-search-input]";

/** Holds what is typed from the moment a document is created: its form takes a second to open. */
function HoldFromCreation(props: LayoutProps) {
  useEffect(() => {
    const begin = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      const isHere = !ctrlKey && !metaKey && !shiftKey;
      if (isHere && target instanceof Element && target.closest(creating)) holdForForm();
    };
    document.addEventListener("click", begin, true);
    document.addEventListener("keydown", chooseFirst, true);
    document.addEventListener("focusin", selectEarlierSearch, true);
    return () => {
      document.removeEventListener("click", begin, true);
      document.removeEventListener("keydown", chooseFirst, true);
      document.removeEventListener("focusin", selectEarlierSearch, true);
    };
  }, []);
  return props.renderDefault(props);
}

/**
 * Enter chooses the first of the types that were searched for, in the bar's list and in a menu that
 * adds an item. In the list no key opened any, because Sanity takes each type that a user may
 * create for one that is disabled; in the menu Enter did nothing, and what was typed next was
 * searched for.
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
