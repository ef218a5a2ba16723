import { Link, useLocation } from "@remix-run/react";
import { forwardRef, type ComponentPropsWithoutRef } from "react";

interface AnchorLinkProps extends Omit<ComponentPropsWithoutRef<"a">, "href"> {
  /** The id of what it leads to, on this page. */
  anchor: string;
}

/**
 * A link to a part of this page. It goes through the router, which remembers where the reader was: a plain `href="#…"`
 * is the browser's own move, of which the router hears only when the page has been scrolled.
 */
export const AnchorLink = forwardRef<HTMLAnchorElement, AnchorLinkProps>(function AnchorLink(
  { anchor, ...rest },
  ref,
) {
  // Without its parameters a filtered list would be another page.
  const { search } = useLocation();
  return <Link ref={ref} to={{ search, hash: anchor }} {...rest} />;
});
