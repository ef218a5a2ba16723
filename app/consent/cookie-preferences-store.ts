import { useSyncExternalStore } from "react";

/**
 * Whether the choice of cookies dialog is open; null until it is first requested, so that its
 * script loads then.
 */
let open: boolean | null = null;
const listeners = new Set<() => void>();

/** Opens or closes the cookie preferences. */
export function showPreferences(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether the cookie preferences are open: from the banner, the footer and the Cookie Policy alike.
 */
export function usePreferencesShown(): boolean | null {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  );
}
