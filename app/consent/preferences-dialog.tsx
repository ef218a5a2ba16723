import { useId, useState } from "react";
import { Button } from "~/ui/button";
import { Switch } from "~/ui/checkbox";
import { Dialog } from "~/ui/dialog";
import type { CookieCategory, CookiePreferences } from "./consent";

const categories: { name: CookieCategory; title: string; text: string }[] = [
  { name: "necessary", title: "Necessary", text: "Keep you signed in and the site safe." },
  { name: "analytics", title: "Analytics", text: "Show us which pages are read." },
  {
    name: "preferences",
    title: "Preferences",
    text: "Remember how you set up the site. Not in use at present.",
  },
  {
    name: "marketing",
    title: "Marketing",
    text: "Measure where visitors come from. Not in use at present.",
  },
];

/** The visitor's own choice. Switches are drafts: closing discards them, saving stores them. */
export default function PreferencesDialog({
  open,
  before,
  onClose,
  onSave,
}: {
  open: boolean;
  /** The choice in effect until another is saved. */
  before: CookiePreferences;
  onClose: () => void;
  onSave: (preferences: CookiePreferences) => void;
}) {
  const [changed, setChanged] = useState<CookiePreferences | null>(null);
  const draft = changed ?? before;
  const base = useId();

  function close() {
    setChanged(null);
    onClose();
  }

  function save() {
    setChanged(null);
    onSave(draft);
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
          <Button onClick={save}>Save Preferences</Button>
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
                <span id={`${base}${name}-text`} className="block text-sm text-muted">
                  {text}
                </span>
              </span>
              <Switch
                id={`${base}${name}`}
                aria-label={title}
                aria-describedby={`${base}${name}-text`}
                checked={draft[name]}
                disabled={name === "necessary"}
                onChange={({ target }) => setChanged({ ...draft, [name]: target.checked })}
              />
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
