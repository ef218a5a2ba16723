import { useSyncExternalStore } from "react";
import { readDecision, writeDecision, type CookieDecision } from "./consent";

/**
 * The decision of this tab: undefined until it is first read, null while the visitor has not
 * decided.
 */
let decision: CookieDecision | null | undefined;
const listeners = new Set<() => void>();

function read(): CookieDecision | null {
  if (decision === undefined) {
    try {
      decision = readDecision(localStorage);
    } catch {
      // A browser may deny us storage: then we ask on every visit.
      decision = null;
    }
  }
  return decision;
}

function changed() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  const otherTabDecided = () => {
    decision = undefined;
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", otherTabDecided);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", otherTabDecided);
  };
}

/** Stores a decision for this page, and for later visits where the browser gives us storage. */
export function decide(next: CookieDecision): void {
  decision = next;
  try {
    writeDecision(localStorage, next);
  } catch {
    // Storage is closed or full: the decision holds until the page is left.
  }
  changed();
}

/** What the visitor decided: undefined on the server, null before they did. Follows other tabs. */
export function useConsent(): CookieDecision | null | undefined {
  return useSyncExternalStore(subscribe, read, () => undefined);
}
