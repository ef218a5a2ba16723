import { useEffect } from "react";
import { definePlugin, getPublishedId, type LayoutProps } from "sanity";
import { hitsFor } from "../lake/search";
import { holdForField, insertHeld, isHolding } from "./held-for-field";
import { returnFocus } from "./returned-focus";

/**
 * Enter in a reference chooses the first document that is found for the words in it. Sanity's did
 * nothing before an arrow had chosen one.
 */
export const chosenReference = definePlugin({
  name: "chosen-reference",
  studio: { components: { layout: ChosenReference } },
});

function ChosenReference(props: LayoutProps) {
  useEffect(() => {
    document.addEventListener("keydown", onEnter, true);
    return () => document.removeEventListener("keydown", onEnter, true);
  }, []);
  return props.renderDefault(props);
}

const referenceField = "[data-testid=document-pane] input[data-testid=autocomplete]";

const intervalMilliseconds = 50;

function onEnter({ target, key, isComposing }: KeyboardEvent): void {
  if (key !== "Enter" || isComposing || isHolding()) return;
  if (!(target instanceof HTMLInputElement) || !target.matches(referenceField)) return;
  if (target.value) chooseFirst(target);
}

/**
 * Chooses the first document once these letters have been searched for: those for the letters before
 * are shown until then. What is typed meanwhile is held: a Tab left the field, and nothing was
 * chosen.
 */
function chooseFirst(input: HTMLInputElement): void {
  const choose = () => {
    // A click has left the field.
    if (!isHolding()) return;
    if (!input.isConnected) return void returnFocus({ focus: () => focusChosen(input.id) });
    const hits = hitsFor(input.value);
    if (hits?.length === 0) return insertHeld();
    const id = hits?.[0] && getPublishedId(hits[0]);
    if (id) document.getElementById(`${input.id}-option-${id}`)?.click();
    setTimeout(choose, intervalMilliseconds);
  };
  holdForField(() => input.isConnected);
  choose();
}

/** The menu of the document that was chosen takes the place of the letters. */
function focusChosen(id: string): Element | null {
  document.getElementById(`${id}-menuButton`)?.focus();
  return document.activeElement;
}
