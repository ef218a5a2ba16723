import { holdKeys, textFields, textOf, type HeldKeys, type TypedPart } from "./held-keys";
import { focusSearch, isSearchField, pressSearchKey } from "./search-panel";
import { passedByTabSelector } from "../focus/tab-to-fields";
import { typeText } from "../text/type-text";

/** The keys since something was inserted or closed, until what they belong to has the focus. */
let held: HeldKeys | undefined;

/**
 * Holds what is typed from now on, for the first field of what is about to open.
 *
 * @param isOpening whether it is opening still, after five seconds
 */
export function holdForField(isOpening = () => lastDialog() !== undefined): void {
  // Both belong to what is open by then.
  if (held?.hasSearch()) return;
  held?.discard();
  held = holdKeys({
    keyOfClick,
    isOpening,
    // Rather where the focus is than nowhere.
    expire: typeText,
    pressSearch,
  });
}

/** Whether what is typed is held. */
export const isHolding = (): boolean => held?.isHolding() === true;

/** Whether something was typed that has not been inserted. */
export const hasHeld = (): boolean => held?.hasText() === true;

/** Whether the key of the search is held, too: it comes after what was typed before it. */
export const holdsSearchKey = (): boolean => held?.takesSearch() === true;

/** Discards what was held: it has no place to go. */
export const discardHeld = (): void => held?.discard();

/** Stops holding: what was typed goes where the focus is. */
export const releaseHeld = (): void => held?.release();

/**
 * Where the dialog is not open yet, a click means what it means once it is: that the user has done
 * with it, and types on in the text. A click beside an opening dialog stopped the holding, and what
 * was typed after it was inserted before what was held, or nowhere.
 */
function keyOfClick(target: Element): TypedPart["key"] {
  const isOpen = lastDialog() !== undefined;
  if (target.closest(isOpen ? `${textFields}, input, select` : "input, textarea, select")) return;
  return isOpen ? "Click" : "Escape";
}

/** Takes what was typed for a dialog, when a click has closed that before it was inserted. */
export function takePending(): string {
  return textOf(held?.takeUntilClick() ?? []);
}

/**
 * How long the focus must rest, in milliseconds, before it is moved, and in the field before what
 * was typed is inserted: while the dialog opens, it and the editor below it take the focus several
 * times, also from a field that had it.
 */
export const restMilliseconds = 150;

/** A dialog, or the popover of a link. */
export const anyDialog = "[role=dialog], [data-testid=popover-edit-dialog]";

/** The dialog that was opened last. */
export const lastDialog = (): Element | undefined =>
  [...document.querySelectorAll(anyDialog)].at(-1);

/**
 * Inserts what was held where the focus is now, or in the field after it where that is a button. A
 * held Tab moves the focus as the browser would have, and what follows goes there; a held Escape
 * closes the dialog, as Enter does the popover of a link, and what follows is held on. So is what
 * follows the key of the search, until that is open: both searches were lost, and the words
 * between.
 *
 * @param insert Inserts a text; without, as the browser does.
 * @param within What the text belongs to: a dialog may be open beside the form of a new document.
 */
export function insertHeld(insert?: (text: string) => void, within = lastDialog): void {
  const focused = document.activeElement;
  // It adds the field that the text is for, and inserts it there.
  if (!insert && held?.hasTextNext() && focused instanceof HTMLElement && addsField(focused))
    return focused.click();
  const typed = held?.take();
  const place = within() ?? document;
  if (typed?.text) {
    if (!insert && document.activeElement?.matches(buttons)) focusNextField(place);
    (insert ?? typeText)(typed.text);
  }
  if (!typed?.key) return;
  if (typed.key === "Escape" && within()?.matches(anyDialog)) return void press("Escape");
  // After a click into a field, nobody awaits it.
  if (typed.key === "Search") return isHolding() ? pressSearch() : discardHeld();
  if (typed.key === "Enter") {
    const isInput = !insert && document.activeElement?.matches("input");
    if (!isInput) (insert ?? typeText)("\n");
    else if (press("Enter").defaultPrevented) return;
  }
  if (typed.key !== "Tab" || insert) return insertHeld(insert, within);
  nextStop(place)?.focus();
  // The form opens the dialog for the field that got the focus, after an Escape that came sooner.
  setTimeout(() => insertHeld(undefined, within), restMilliseconds);
}

const lookMilliseconds = 50;

/** Opens the search, and inserts what follows once its field has the focus and keeps it. */
function pressSearch(): void {
  let rested = 0;
  const look = () => {
    if (!isHolding()) return;
    rested = isSearchField(document.activeElement) ? rested + lookMilliseconds : 0;
    if (rested >= restMilliseconds) return insertHeld();
    if (rested === 0) focusSearch();
    setTimeout(look, lookMilliseconds);
  };
  pressSearchKey();
  look();
}

function press(key: string): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(event);
  return event;
}

/** Marks a button that adds a field for the letters that are typed on it. */
export const addsFieldForText = { "data-adds-field-for-text": "" };

const addsField = (button: Element): boolean => button.matches("[data-adds-field-for-text]");

const buttons = "button, a[href]";

/** Moves the focus to the next field of a place that takes text, where there is one. */
export const focusNextField = (place: ParentNode): void => nextStop(place, textFields)?.focus();

/** Where Tab stops after the element that has the focus; the first such stop that matches. */
function nextStop(place: ParentNode, selector = "*"): HTMLElement | undefined {
  const all = `${textFields}, input, select, ${buttons}, [tabindex]`;
  const stops = [...place.querySelectorAll<HTMLElement>(all)].filter(
    (stop) =>
      (stop.tabIndex >= 0 || stop.isContentEditable) &&
      !stop.matches(`:disabled, ${passedByTabSelector}`) &&
      stop.checkVisibility(),
  );
  const following = stops.slice(stops.findIndex((stop) => stop === document.activeElement) + 1);
  return following.find((stop) => stop.matches(selector));
}
