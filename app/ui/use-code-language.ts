import { useSyncExternalStore } from "react";

let chosen: string | undefined;
const listeners = new Set<() => void>();

function choose(language: string): void {
  chosen = language;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * The language in which a visitor reads examples, by its id such as "python". It holds on every
 * page of the visit and is stored nowhere, so that it needs no consent.
 *
 * @returns undefined before a choice, and a function that makes it
 */
export function useCodeLanguage(): [string | undefined, (language: string) => void] {
  const language = useSyncExternalStore(
    subscribe,
    () => chosen,
    () => undefined,
  );
  return [language, choose];
}
