import { isIP } from "node:net";
import { isLoopback } from "./client-ip";
import type { AuthOptions } from "./options";
import { matchesGlob } from "./redirect-glob";

type RedirectRules = Pick<AuthOptions, "siteUrl" | "redirectAllowList">;

/**
 * Where a person goes after a mailed link: the first of `wanted` that is allowed, else the site. Allowed are the
 * site's own origin (any port of it on localhost), loopback addresses, and the globs of the allow-list.
 *
 * @param wanted the `redirect_to` of the request, then its `Referer`
 */
export function chooseRedirect(
  options: RedirectRules,
  ...wanted: (string | null | undefined)[]
): string {
  return wanted.find((url) => isAllowed(options, url)) ?? options.siteUrl;
}

/**
 * Whether a redirect was allowed without a wildcard. Only there may tokens be put into the URL itself (the flow without
 * PKCE): with a wildcard, anybody who controls one page that it covers would receive them. A loopback address is any
 * program of the visitor's machine, so it counts only where the site itself is on one, in development.
 */
export function isExactRedirect(options: RedirectRules, url: string): boolean {
  const { siteUrl, redirectAllowList = [] } = options;
  const site = new URL(siteUrl);
  const isLocal = site.hostname === "localhost" || isLoopback(bareHost(site));
  return (
    new URL(url).origin === site.origin ||
    redirectAllowList.includes(url) ||
    (isLocal && isOwn(siteUrl, new URL(url)))
  );
}

function isAllowed(
  { siteUrl, redirectAllowList = [] }: RedirectRules,
  url: string | null | undefined,
): url is string {
  if (!url || !URL.canParse(url)) return false;
  const target = new URL(url);
  if (target.username || target.password) return false;
  if (isOwn(siteUrl, target)) return true;
  if (isIP(bareHost(target))) return false;
  // A script is no place to go, whatever a careless `**` would allow.
  if (["javascript:", "data:", "vbscript:", "file:", "blob:"].includes(target.protocol))
    return false;
  return redirectAllowList.some((glob) => matchesGlob(glob, target));
}

/** The site's own origin, any port of localhost where the site is there, and loopback addresses. */
function isOwn(siteUrl: string, target: URL): boolean {
  const site = new URL(siteUrl);
  const host = bareHost(target);
  const overHttp = target.protocol === "http:" || target.protocol === "https:";
  if (overHttp && isIP(host) && isLoopback(host)) return true;
  if (target.protocol !== site.protocol || target.hostname !== site.hostname) return false;
  return target.port === site.port || host === "localhost";
}

const bareHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");
