import { Link } from "@remix-run/react";
import { useId, useState } from "react";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Switch } from "~/ui/checkbox";
import {
  acceptAll,
  customChoice,
  rejectAll,
  type CookieCategory,
  type CookieDecision,
  type CookiePreferences,
} from "./consent";
import { useToast } from "./toasts";
import { decide, useConsent } from "./use-consent";

/** Asks a visitor who has not been asked. Without scripts nothing asks, and nothing is set that would have to. */
export function CookieConsent() {
  const consent = useConsent();
  const { toast } = useToast();
  const [choosing, setChoosing] = useState(false);
  const label = useId();
  if (consent !== null) return null;

  function answer(decision: CookieDecision, title: string, description: string) {
    decide(decision);
    toast({ title, description });
  }

  return (
    <section
      data-cookie-banner
      data-print="hide"
      aria-labelledby={label}
      className="fixed inset-x-0 bottom-0 z-50 animate-rise border-t border-line-strong bg-ink-850 sm:inset-x-auto sm:bottom-6 sm:left-6 sm:max-w-md sm:rounded-lg sm:border"
    >
      <div className="p-5">
        <h2 id={label} className="font-semibold">
          Cookies
        </h2>
        <p className="mt-1.5 text-sm text-paper-2">
          Some keep the site working; others you can refuse. Read more in our{" "}
          <Link to="/cookies" className="text-paper underline underline-offset-4">
            Cookie Policy
          </Link>
          .
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            size="sm"
            className="grow"
            onClick={() =>
              answer(acceptAll, "Cookies Accepted", "Every category of cookies is allowed.")
            }
          >
            Accept All
          </Button>
          <Button
            size="sm"
            variant="secondary"
            className="grow"
            onClick={() =>
              answer(rejectAll, "Cookies Rejected", "Only necessary cookies are allowed.")
            }
          >
            Reject All
          </Button>
          <Button size="sm" variant="outline" className="grow" onClick={() => setChoosing(true)}>
            Preferences
          </Button>
        </div>
      </div>
      <PreferencesDialog
        open={choosing}
        onClose={() => setChoosing(false)}
        onSave={(preferences) =>
          answer(customChoice(preferences), "Preferences Saved", "Your choice of cookies is kept.")
        }
      />
    </section>
  );
}

const categories: { name: CookieCategory; title: string; text: string }[] = [
  { name: "necessary", title: "Necessary", text: "Keep you signed in and the site safe." },
  { name: "analytics", title: "Analytics", text: "Show us which pages are read." },
  { name: "preferences", title: "Preferences", text: "Remember how you set up the site." },
  { name: "marketing", title: "Marketing", text: "Measure where visitors come from." },
];

/** The visitor's own choice. Switches are drafts: closing forgets them, saving keeps them. */
function PreferencesDialog({
  open,
  onClose,
  onSave,
}: {
  open: boolean;
  onClose: () => void;
  onSave: (preferences: CookiePreferences) => void;
}) {
  const [draft, setDraft] = useState(rejectAll.preferences);
  const base = useId();

  function close() {
    setDraft(rejectAll.preferences);
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Cookie Preferences"
      description="Choose which cookies we may set. Nothing changes until you save."
      actions={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button onClick={() => onSave(draft)}>Save Preferences</Button>
        </>
      }
    >
      <ul className="divide-y divide-line border-y border-line">
        {categories.map(({ name, title, text }) => (
          <li key={name}>
            <label
              htmlFor={`${base}${name}`}
              className="flex items-center justify-between gap-6 py-4"
            >
              <span>
                <span className="block font-medium">{title}</span>
                <span id={`${base}${name}-text`} className="block text-sm text-paper-2">
                  {text}
                </span>
              </span>
              <Switch
                id={`${base}${name}`}
                aria-label={title}
                aria-describedby={`${base}${name}-text`}
                checked={draft[name]}
                disabled={name === "necessary"}
                onChange={({ target }) => setDraft({ ...draft, [name]: target.checked })}
              />
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
