import { useEffect } from "react";
import { consentsTo } from "./use-consent";

declare global {
  interface Window {
    /** The queue that tag managers read. */
    dataLayer?: unknown[];
  }
}

/** Counts an event, from visitors who agreed to analytics; from others nothing is kept. */
export function track(event: string): void {
  if (!consentsTo("analytics")) return;
  (window.dataLayer ??= []).push({ event });
}

/** Counts clicks on whatever carries a `data-event`. One listener for the page, so that links stay plain. */
export function useClickTracking(): void {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element)) return;
      const event = target.closest("[data-event]")?.getAttribute("data-event");
      if (event) track(event);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
}
