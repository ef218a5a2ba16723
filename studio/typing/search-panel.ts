/**
 * The search, with all of the page below it; dialogs of Sanity's hold the focus otherwise. On a
 * phone the menu holds it in the same way, without a field: Escape there would open the search.
 */
const panel = "[data-portal] > [data-focus-lock-disabled]:has(input)";

/** The search that has the focus. */
export const openSearch = (): Element | null | undefined => document.activeElement?.closest(panel);

export const isSearchField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.closest(panel) !== null;

/** Gives the open search the focus, which a form that is loading below has taken. */
export const focusSearch = (): void =>
  document.querySelector<HTMLElement>(`${panel} [role=combobox]`)?.focus();

export const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey;

const isMac = () => /Mac|iPod|iPhone|iPad/.test(navigator.platform);

/** Opens the search, or closes it. The Studio compares the code of the key, too. */
export function pressSearchKey(): void {
  const mod = isMac() ? { metaKey: true } : { ctrlKey: true };
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "k", keyCode: 75, ...mod }));
}

const intervalMilliseconds = 50;

/** For this long the field has the focus before it is used: a form that loads below takes it. */
const restMilliseconds = 150;

/**
 * Calls a function once the search that is opening has the focus in its field.
 *
 * @param isAwaited Whether it is still waited for.
 */
export function whenSearchIsOpen(act: () => void, isAwaited: () => boolean): void {
  let rested = 0;
  const look = () => {
    if (!isAwaited()) return;
    rested = isSearchField(document.activeElement) ? rested + intervalMilliseconds : 0;
    if (rested >= restMilliseconds) return act();
    if (rested === 0) focusSearch();
    setTimeout(look, intervalMilliseconds);
  };
  look();
}
