import { Link } from "@remix-run/react";
import { Suspense, useEffect, useState, type ComponentType } from "react";
import { buttonVariants } from "~/ui/button-variants";
import { Icon } from "~/ui/icon";

/** A dialog of the navigation whose script loads when it is first opened. */
export type ActionDialog = ComponentType<{ open: boolean; onClose: () => void }>;

/**
 * Opens the search dialog, as the keys "/" and Ctrl+K or ⌘K do. With a modifier key, and without
 * scripts, it is a link to the search page.
 */
export function SearchButton({ Dialog }: { Dialog: ActionDialog }) {
  // Null until it is first requested; then it stays, so that closing it gives the focus back.
  const [open, setOpen] = useState<boolean | null>(null);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!opensSearch(event)) return;
      event.preventDefault();
      setOpen(true);
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <Link
        to="/search"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setOpen(true);
        }}
        className={buttonVariants({ variant: "ghost", size: "icon" })}
      >
        <Icon name="search" />
      </Link>
      {open !== null && (
        <Suspense>
          <Dialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Whether a key is one of the search, and not for something else: a field, another dialog, or the
 * Studio, in whose frame this page is a preview.
 */
function opensSearch({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  return (
    (ctrlKey || metaKey ? key === "k" : key === "/" && !altKey) &&
    !(target instanceof Element && target.closest("input,textarea,select,[contenteditable]")) &&
    !document.querySelector("dialog[open]") &&
    self === top
  );
}
