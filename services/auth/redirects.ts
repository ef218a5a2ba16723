import { isIP } from "node:net";
import { isLoopback } from "./client-ip";
import type { AuthOptions } from "./options";
import { matchesGlob } from "./redirect-glob";

type RedirectRules = Pick<AuthOptions, "siteUrl" | "redirectAllowList">;

/**
 * The redirect target after a mailed link: the first of `wanted` that is allowed, otherwise the
 * site. Allowed are the site's own origin (with loopback addresses and any port, when that is on
 * this machine), and the globs of the allow-list.
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
 * Whether tokens may be put into the URL itself (the flow without PKCE): only when a redirect is in
 * the allow-list literally, or is the site's own URL. With a wildcard, anyone who controls a page
 * that it matches would receive them; so would an editor with a redirect from another path of the
 * site to their own host, because browsers preserve the fragment. In development, where the site is
 * on this machine, any path of it and of other ports is allowed.
 */
export function isExactRedirect(options: RedirectRules, url: string): boolean {
  const { siteUrl, redirectAllowList = [] } = options;
  const site = new URL(siteUrl);
  const isExact = (allowed: string) =>
    URL.canParse(allowed) && new URL(allowed).href === new URL(url).href;
  if ([siteUrl, ...redirectAllowList].some(isExact)) return true;
  return isLocal(site) && isOwn(siteUrl, new URL(url));
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
  // Never redirect to a script, whatever a careless `**` would allow.
  if (["javascript:", "data:", "vbscript:", "file:", "blob:"].includes(target.protocol))
    return false;
  return redirectAllowList.some((glob) => matchesGlob(glob, target));
}

/**
 * The site's own origin; where that is on this machine, also loopback addresses and any port of
 * localhost.
 */
function isOwn(siteUrl: string, target: URL): boolean {
  const site = new URL(siteUrl);
  const host = bareHost(target);
  const overHttp = target.protocol === "http:" || target.protocol === "https:";
  if (overHttp && isIP(host) && isLoopback(host) && isLocal(site)) return true;
  if (target.protocol !== site.protocol || target.hostname !== site.hostname) return false;
  return target.port === site.port || host === "localhost";
}

const isLocal = (site: URL) => site.hostname === "localhost" || isLoopback(bareHost(site));

const bareHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");
