import { Link } from "@remix-run/react";
import { forwardRef, type ComponentPropsWithoutRef } from "react";
import { fullPageSegments, isAmong } from "~/route-facts";
import { useSiteContext } from "./site-context";
import { isSitePath } from "./urls/site-path";

export interface SiteLinkProps extends Omit<ComponentPropsWithoutRef<"a">, "href"> {
  /** A path of this site, an anchor, or an absolute URL; editors may have left it empty. */
  href: string | null | undefined;
  /** The name under which analytics counts a click, from visitors who agreed to that. */
  event?: string | null;
}

/**
 * A link to anywhere. Pages of this site load without a reload, other sites open in a new tab and
 * say so, and anything that is neither (javascript:, an empty field) is only text.
 */
export const SiteLink = forwardRef<HTMLAnchorElement, SiteLinkProps>(function SiteLink(
  { href, event, children, ...rest },
  ref,
) {
  const { linkTarget, keepsScroll } = useSiteContext();
  const anchor = { ...rest, "data-event": event ?? undefined };
  if (href && isSitePath(href)) {
    return (
      <Link
        ref={ref}
        to={linkTarget(href)}
        prefetch="intent"
        reloadDocument={isAmong(fullPageSegments, href)}
        preventScrollReset={keepsScroll(href)}
        {...anchor}
      >
        {children}
      </Link>
    );
  }
  if (href && /^https?:\/\//.test(href)) {
    return (
      <a ref={ref} href={href} target="_blank" rel="noopener noreferrer" {...anchor}>
        {children}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    );
  }
  if (href && /^(mailto|tel):/.test(href)) {
    return (
      <a ref={ref} href={href} {...anchor}>
        {children}
      </a>
    );
  }
  return <span className={rest.className}>{children}</span>;
});
