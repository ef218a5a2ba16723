import { Link } from "@remix-run/react";
import { Suspense, useEffect, useId, useRef } from "react";
import { Button } from "~/ui/button";
import { acceptAll, customChoice, rejectAll, type CookieDecision } from "./consent";
import { GoTo, lazyPart } from "~/ui/lazy-component";
import { showPreferences, usePreferencesShown } from "./cookie-preferences-store";
import { focusOn, mainId } from "~/ui/focus";
import { useToast } from "~/toasts/toasts";
import { decide, useConsent } from "./use-consent";

// Loads with the first press, not with the page.
const PreferencesDialog = lazyPart(
  () => import("./preferences-dialog"),
  () => <GoTo path="/cookies" />,
);

/**
 * Asks a visitor who has not decided, and lets the others choose again. Without scripts there is no
 * banner, and no cookie that would need one.
 */
export function CookieConsent() {
  const consent = useConsent();
  const { toast } = useToast();
  const choosing = usePreferencesShown();
  const answered = useRef(false);
  useEffect(() => {
    // The button that was pressed is gone with the banner.
    if (answered.current && document.activeElement === document.body) focusOn(mainId);
    answered.current = false;
  }, [consent]);

  const save: Decide = (decision, title, description) => {
    answered.current = true;
    decide(decision);
    showPreferences(false);
    toast({ title, description });
  };

  return (
    <>
      {consent === null && <Banner onDecide={save} />}
      {/* Once rendered it stays, so that closing it gives the focus back. */}
      {choosing !== null && (
        <Suspense>
          <PreferencesDialog
            open={choosing}
            before={(consent ?? rejectAll).preferences}
            onClose={() => showPreferences(false)}
            onSave={(preferences) =>
              save(
                customChoice(preferences),
                "Preferences Saved",
                "Your cookie preferences are saved.",
              )
            }
          />
        </Suspense>
      )}
    </>
  );
}

type Decide = (decision: CookieDecision, title: string, description: string) => void;

function Banner({ onDecide }: { onDecide: Decide }) {
  const label = useId();
  return (
    <section
      data-cookie-banner
      data-print="hide"
      aria-labelledby={label}
      className="fixed inset-x-0 bottom-0 z-50 animate-rise border-t border-line-strong bg-surface-2 sm:inset-x-auto sm:bottom-6 sm:left-6 sm:max-w-sm sm:rounded-lg sm:border"
    >
      <div className="p-5">
        <h2 id={label} className="font-semibold">
          Cookies
        </h2>
        <p className="mt-1.5 text-sm text-muted">
          Some keep the site working; others you can refuse. Read more in our{" "}
          <Link to="/cookies" className="text-foreground underline underline-offset-4">
            Cookie Policy
          </Link>
          .
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          {/* Alike: refusing must be as easy as accepting. */}
          <Button
            size="sm"
            variant="outline"
            className="grow"
            onClick={() =>
              onDecide(acceptAll, "Cookies Accepted", "Every category of cookies is allowed.")
            }
          >
            Accept All
          </Button>
          <Button
            size="sm"
            variant="outline"
            className="grow"
            onClick={() =>
              onDecide(rejectAll, "Cookies Rejected", "Only necessary cookies are allowed.")
            }
          >
            Reject All
          </Button>
          <Button size="sm" variant="ghost" className="grow" onClick={() => showPreferences(true)}>
            Preferences
          </Button>
        </div>
      </div>
    </section>
  );
}
