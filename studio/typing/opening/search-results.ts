import { getPublishedId } from "sanity";
import { hitsFor } from "../../lake/search";
import { isHolding, releaseHeld } from "./held-for-field";
import { holdForForm } from "./opened-form";

const list = "[data-testid=search-results]";

const results = `${list} a[href*='/intent/edit/']`;

/** Whether the results of these words are shown: those of the letters before are, until then. */
export function areShown(search: Element, words: string): boolean {
  const hits = hitsFor(words)?.map(getPublishedId);
  const shown = [...search.querySelectorAll(results)];
  return shown.length > 0 && shown.every((result) => hits?.includes(idOf(result) ?? ""));
}

/**
 * The published id of the document that a click on a result opens, unless that is in another tab.
 */
export function documentOf({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): string | undefined {
  if (ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return;
  const result = target.closest(results);
  return result ? idOf(result) : undefined;
}

function idOf(result: Element): string | undefined {
  const id = /id=([^;/]+)/.exec(result.getAttribute("href") ?? "")?.[1];
  return id === undefined ? undefined : decodeURIComponent(id);
}

/** After this long, what is shown is taken for the results of words that are not recognized. */
const unknownMilliseconds = 2_000;

/** How long the results are waited for: keys are not held much longer. */
const maxMilliseconds = 20_000;

const intervalMilliseconds = 50;

/**
 * Opens the first result, or the one that is marked, once the results of these words are shown.
 * What is typed meanwhile is held for the document; where nothing was found, it goes on with the
 * words of the search.
 *
 * Sanity's Enter does nothing before an arrow has marked a result. After that it opens a result of
 * the last search, which are shown until the new ones have arrived.
 *
 * @returns what stops waiting
 */
export function openFirstResult(search: Element, input: HTMLInputElement): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const began = performance.now();
  const open = () => {
    // A click has left the search, or ended the holding.
    if (!search.isConnected || !isHolding()) return;
    const waited = performance.now() - began;
    const result = resultFor(input, search, waited > unknownMilliseconds);
    if (result) result.click();
    else if (result === undefined && waited < maxMilliseconds)
      waiting = setTimeout(open, intervalMilliseconds);
    else releaseHeld();
  };
  // What was typed behind a search that was held is held already.
  if (!isHolding()) holdForForm();
  open();
  return () => clearTimeout(waiting);
}

/** @returns undefined while the results are not there, and null where nothing was found */
function resultFor(input: HTMLInputElement, search: Element, isLate: boolean) {
  const hits = hitsFor(input.value);
  if (hits?.length === 0) return null;
  const isUnknown = hits === undefined && isLate && !search.querySelector("[aria-busy=true]");
  if (!isUnknown && !areShown(search, input.value)) return undefined;
  return markedBy(input) ?? search.querySelector<HTMLElement>(results);
}

/** The result that is marked, by an arrow, or as the one that was opened last. */
function markedBy(input: HTMLInputElement): HTMLElement | null | undefined {
  const id = input.getAttribute("aria-activedescendant");
  return id ? document.getElementById(id)?.querySelector<HTMLElement>(results) : undefined;
}
