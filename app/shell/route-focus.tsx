import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { focusOn, mainId } from "~/ui/focus";
import { useSiteContext } from "~/ui/site-context";

/**
 * Moves the focus when the visitor navigates: to the target of a hash, each time it is followed, or
 * to the beginning of the new page, and announces its title. Scrolling to the target of a hash is
 * Remix's part; base.css sets the distance to the bar.
 */
export function RouteFocus() {
  const { pathname, hash, key } = useLocation();
  const { keepsScroll } = useSiteContext();
  const [title, setTitle] = useState("");
  const last = useRef({ pathname, key });
  const visited = useRef(new Set([key]));

  useEffect(() => {
    const before = last.current.pathname;
    // A page that has just been loaded: its first Tab starts at its top.
    if (last.current.key === key) return;
    last.current = { pathname, key };
    const isSamePage = before === pathname;
    if (!isSamePage) setTitle(document.title);
    if (visited.current.has(key)) {
      // On back navigation the browser restores the scroll position, but what had the focus there
      // may be gone.
      if (document.activeElement !== document.body) return;
    } else {
      visited.current.add(key);
      // A changed filter, or a form that was sent.
      if (isSamePage && !hash) return;
      if (!isSamePage && keepsScroll(pathname)) return;
      // A form or a link that keeps the scroll position of its own page may lead to another, which
      // would open in its middle.
      if (!hash) scrollTo(0, 0);
    }
    focusOn(decodeHash(hash) || mainId);
  }, [pathname, hash, key, keepsScroll]);

  return (
    <p aria-live="polite" aria-atomic className="sr-only">
      {title}
    </p>
  );
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
