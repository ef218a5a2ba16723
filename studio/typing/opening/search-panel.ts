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
