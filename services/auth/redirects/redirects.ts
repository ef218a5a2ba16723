import { isIP } from "node:net";
import { isLoopback } from "../limits/client-ip-from-site";
import type { AuthOptions } from "../options";
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

/** What a redirect brings to its URL: the session's tokens, or a code for them (PKCE). */
export type Carried = "session" | "code";

/**
 * Whether tokens or a code may be put into the URL itself: only when a redirect is in the
 * allow-list literally, or is the site's own URL; a code also with other parameters, which pages
 * use to remember where to go on, and at the site's own callback. With a wildcard, anyone who
 * controls a page that it matches would receive them; so would an editor with a redirect from
 * another path of the site to their own host. PKCE does not protect: an attacker who sends a link
 * to /authorize to their victim has chosen its challenge, and can meet it. In development, where
 * the site is on this machine, any path of it and of other ports is allowed.
 */
export function isExactRedirect(options: RedirectRules, url: string, carried: Carried): boolean {
  const { siteUrl, redirectAllowList = [] } = options;
  const site = new URL(siteUrl);
  const target = new URL(url);
  const page = carried === "code" ? withoutQuery(target) : target;
  if (isListed([siteUrl, ...redirectAllowList], page)) return true;
  if (!isOwn(siteUrl, target)) return false;
  return isLocal(site) || (carried === "code" && target.pathname === callbackPath);
}

/** Where the site exchanges codes: its own page, which no redirect of an editor replaces. */
const callbackPath = "/auth/callback";

/** With a longer URL the redirect's headers could be larger than a proxy accepts. */
const maxLength = 4_000;

function isAllowed(
  { siteUrl, redirectAllowList = [] }: RedirectRules,
  url: string | null | undefined,
): url is string {
  if (!url || url.length > maxLength || !URL.canParse(url)) return false;
  const target = new URL(url);
  if (target.href.length > maxLength) return false;
  if (target.username || target.password) return false;
  if (isOwn(siteUrl, target)) return true;
  if (isIP(bareHost(target))) return false;
  // Never redirect to a script, whatever a careless `**` would allow.
  if (["javascript:", "data:", "vbscript:", "file:", "blob:"].includes(target.protocol))
    return false;
  if (isListed(redirectAllowList, withoutQuery(target))) return true;
  return redirectAllowList.some((glob) => matchesGlob(glob, target));
}

/** Whether a list contains a URL without a wildcard. */
const isListed = (list: readonly string[], url: URL) =>
  list.some(
    (each) => !/[*?[{]/.test(each) && URL.canParse(each) && new URL(each).href === url.href,
  );

function withoutQuery(url: URL): URL {
  const page = new URL(url);
  page.search = "";
  page.hash = "";
  return page;
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
