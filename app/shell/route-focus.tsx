import { useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { keepsPlace } from "~/ui/kept-place";

/** The id of the page's main area: the target of the skip link, and of the focus after a navigation. */
export const mainId = "main";

/**
 * Takes the focus along when the visitor moves: to what a hash names, or to the beginning of the new page, and reads
 * out its title. Scrolling is Remix's part; app.css sets the distance to the bar. From one page of /solutions/ to the next
 * everything stays where it is.
 */
export function RouteFocus() {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  const [title, setTitle] = useState("");
  const seen = useRef({ pathname, hash });

  useEffect(() => {
    const before = seen.current;
    if (before.pathname === pathname && before.hash === hash) return;
    seen.current = { pathname, hash };
    setTitle(document.title);
    // On the way back the browser puts the visitor where they were.
    if (type === "POP" || keepsPlace(before.pathname, pathname)) return;
    const target = document.getElementById(decodeHash(hash) || mainId);
    if (!target) return;
    if (target instanceof HTMLDetailsElement) target.open = true;
    if (!target.hasAttribute("tabindex")) target.setAttribute("tabindex", "-1");
    target.focus({ preventScroll: true });
  }, [pathname, hash, type]);

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
