import { useEffect } from "react";
import { definePlugin, getPublishedId, type LayoutProps } from "sanity";
import { hitsFor } from "../../lake/search";
import { holdForField, insertHeld, isHolding } from "../opening/held-for-field";
import { returnFocus } from "../focus/returned-focus";

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

/** After this long without a result, what is typed is held no longer. */
const maxMilliseconds = 5_000;

function onEnter({ target, key, isComposing }: KeyboardEvent): void {
  if (key !== "Enter" || isComposing || isHolding()) return;
  if (!(target instanceof HTMLInputElement) || !target.matches(referenceField)) return;
  if (target.value) chooseFirst(target);
}

/**
 * Chooses the first document once these letters have been searched for: those for the letters
 * before are shown until then. What is typed meanwhile is held: a Tab left the field, and nothing
 * was chosen.
 */
function chooseFirst(input: HTMLInputElement): void {
  const began = performance.now();
  let waiting: ReturnType<typeof setTimeout>;
  const choose = () => {
    if (!isHolding()) return stop();
    if (!input.isConnected) {
      stop();
      return void returnFocus({ focus: () => focusChosen(input.id) });
    }
    const option = firstOption(input);
    const isLate = performance.now() - began > maxMilliseconds;
    if (option === null || isLate) return resume();
    option?.click();
    waiting = setTimeout(choose, intervalMilliseconds);
  };
  const stop = () => {
    clearTimeout(waiting);
    window.removeEventListener("pointerdown", resume, true);
  };
  // What follows a click goes where the user has clicked.
  const resume = () => {
    stop();
    insertHeld();
  };
  holdForField(() => input.isConnected);
  window.addEventListener("pointerdown", resume, true);
  choose();
}

/**
 * @returns undefined while the documents for the letters are not shown, and null if there is none
 */
function firstOption(input: HTMLInputElement): HTMLElement | null | undefined {
  const hits = hitsFor(input.value)?.map(getPublishedId);
  if (hits?.length === 0) return null;
  const prefix = `${input.id}-option-`;
  const options = [...document.querySelectorAll<HTMLElement>(`[id^="${CSS.escape(prefix)}"]`)];
  const areShown = options.every(({ id }) => hits?.includes(id.slice(prefix.length)));
  return areShown ? options[0] : undefined;
}

/** The menu of the document that was chosen takes the place of the letters. */
function focusChosen(id: string): Element | null {
  (document.getElementById(`${id}-menuButton`) ?? document.getElementById(id))?.focus();
  return document.activeElement;
}
