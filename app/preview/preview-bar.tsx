import { useLocation } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { accountAreas, isAmong } from "~/route-facts";
import { Button } from "~/ui/button";
import { RegistrationMark } from "~/ui/print-ornaments";
import type { PreviewState } from "./state";
import { useDiagnosis } from "./use-diagnosis";

const never = () => () => {};
/**
 * The Studio shows previews in a frame, which visitors' pages refuse: nothing there leaves the
 * preview.
 */
const isFramed = () => window.parent !== window;

/**
 * Says that this is not what visitors see, and what is wrong if something is; lets the editor
 * leave, unless it is shown in the Studio.
 */
export function PreviewBar({ state }: { state: PreviewState }) {
  const diagnosis = useDiagnosis(state.problem);
  const { pathname, search } = useLocation();
  const inStudio = useSyncExternalStore(never, isFramed, () => false);
  // No drafts are shown there, and the bar would cover buttons.
  if (isAmong(accountAreas, pathname)) return null;
  return (
    <aside
      aria-label="Preview"
      data-print="hide"
      // Bars may appear above the navigation, which this one must not cover: one or two, of two
      // lines each on a phone.
      className="fixed top-[calc(var(--nav-height)+var(--site-bars)+0.5rem)] right-3 z-50 flex max-w-[calc(100vw-1.5rem)] items-center gap-x-4 gap-y-2 rounded-lg border border-highlight bg-surface-2 py-2 pr-2 pl-4 text-sm max-sm:flex-wrap [--site-bars:0rem] in-[body:has([data-site-bar])]:[--site-bars:2.75rem] max-sm:in-[body:has([data-site-bar])]:[--site-bars:6rem] in-[body:has([data-site-bar]+[data-site-bar])]:[--site-bars:5.5rem] max-sm:in-[body:has([data-site-bar]+[data-site-bar])]:[--site-bars:12rem]"
    >
      <p role="status" className="flex items-center gap-2.5">
        <RegistrationMark className="shrink-0 text-highlight" />
        <span>
          <strong className="font-semibold">Preview</strong>{" "}
          {diagnosis ? (
            <span className="text-muted">
              {`The ${diagnosis.part} is wrong. ${diagnosis.advice}`}
            </span>
          ) : (
            // On a phone the sentence would cover the page's heading.
            <span className="text-muted max-sm:sr-only">
              {state.drafts
                ? "Drafts are shown. Visitors do not see this."
                : "The published version is shown, as visitors see it."}
            </span>
          )}
        </span>
      </p>
      {!inStudio && (
        // A whole page load: what the preview showed must not stay behind in this page's memory.
        <form method="post" action="/preview/leave">
          <input type="hidden" name="path" value={pathname + search} />
          <Button type="submit" size="sm" variant="outline">
            Leave
          </Button>
        </form>
      )}
    </aside>
  );
}
