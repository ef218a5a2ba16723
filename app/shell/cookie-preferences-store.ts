import { useSyncExternalStore } from "react";

/** Whether the choice of cookies is open; null until it is first wanted, so that its script loads then. */
let open: boolean | null = null;
const listeners = new Set<() => void>();

/** Opens the choice of cookies, or closes it. */
export function showPreferences(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the choice of cookies is open: from the banner, the footer and the Cookie Policy alike. */
export function usePreferencesShown(): boolean | null {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  );
}
