import { useEffect } from "react";
import { trustedScript } from "~/ui/trusted-types";
import { useConsent } from "./use-consent";

declare global {
  interface Window {
    /** The queue that tag managers read. */
    dataLayer?: unknown[];
  }
}

interface AnalyticsProps {
  /** The URL of the provider's script; null without one: then nothing is counted. */
  script: string | null;
}

/**
 * Loads the provider's script, and counts clicks on elements with a `data-event`, for visitors who
 * agreed to analytics, for as long as they do. One listener for the page, so that links stay plain.
 *
 * A component, so that a visitor's decision, which is known only in the browser, renders this again
 * and not the page.
 */
export function Analytics({ script }: AnalyticsProps) {
  const agreed = useConsent()?.preferences.analytics === true;
  useEffect(() => {
    if (!script || !agreed) return;
    bring(script);
    document.addEventListener("click", count);
    return () => document.removeEventListener("click", count);
  }, [script, agreed]);
  return null;
}

function count({ target }: MouseEvent) {
  if (!(target instanceof Element)) return;
  const event = target.closest("[data-event]")?.getAttribute("data-event");
  if (event) (window.dataLayer ??= []).push({ event });
}

/** Once per page: a visitor who agrees, revokes and agrees again has it already. */
function bring(url: string) {
  if ([...document.scripts].some(({ src }) => src === url)) return;
  const script = document.createElement("script");
  script.async = true;
  script.src = trustedScript(url);
  document.head.append(script);
}
