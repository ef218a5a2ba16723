import type { IncomingMessage } from "node:http";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * CSRF protection: whether the origin of a request allows it to change something. Browsers name the
 * origin of the sending page, and only our own may send. Clients that send neither header are not
 * browsers and carry no visitor's cookies. Exempt are the gateway's paths, where a service key
 * counts and cookies do not, and the callback of an OAuth provider (the order of `stages.ts`).
 *
 * @param siteOrigin the public origin; the request's own Host counts as ours too, because a page
 *   cannot forge it.
 */
export function isSameOriginRequest(request: IncomingMessage, siteOrigin: string): boolean {
  if (safeMethods.has(request.method ?? "GET")) return true;
  return !isFromOtherSite(request) && isOurOrigin(request, siteOrigin);
}

/**
 * The same for WebSockets, which browsers open across origins without a preflight: an Origin must
 * be present and ours.
 */
export function isSameOriginUpgrade(request: IncomingMessage, siteOrigin: string): boolean {
  if (request.headers.origin === undefined || isFromOtherSite(request)) return false;
  return isOurOrigin(request, siteOrigin);
}

/** What the browser itself says (Fetch Metadata); older ones say nothing. */
function isFromOtherSite({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}

function isOurOrigin(request: IncomingMessage, siteOrigin: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || origin === siteOrigin) return true;
  if (!URL.canParse(origin) || host === undefined) return false;
  // An attacker on the visitor's network can serve a page on the site's name without TLS.
  if (origin === `http://${host}` && siteOrigin === `https://${host}`) return false;
  return new URL(origin).host === host;
}
