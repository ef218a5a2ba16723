import { useLinkClickHandler, useLocation } from "@remix-run/react";
import { forwardRef, type ComponentPropsWithoutRef } from "react";

interface AnchorLinkProps extends Omit<ComponentPropsWithoutRef<"a">, "href"> {
  /** The id of what it leads to, on this page. */
  anchor: string;
}

/**
 * A link to a part of this page. It goes through the router, which remembers where the reader was:
 * a plain `href="#…"` is the browser's own navigation, which the router notices only when the page
 * has been scrolled.
 */
export const AnchorLink = forwardRef<HTMLAnchorElement, AnchorLinkProps>(function AnchorLink(
  { anchor, onClick, children, ...rest },
  ref,
) {
  // Without its parameters a filtered list would be another page.
  const { search } = useLocation();
  const follow = useLinkClickHandler<HTMLAnchorElement>({ search, hash: anchor });
  return (
    // With the full URL, as a Link has it, the HTML of a missing page would name another visitor's
    // URL.
    <a
      ref={ref}
      href={`#${anchor}`}
      {...rest}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
});
