import type { IncomingMessage } from "node:http";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Where other programs speak to us. They prove themselves by a key that no browser sends by itself, and cookies count for
 * nothing there: exactly these addresses, for everything else acts in the name of whoever's cookies come along.
 */
const forPrograms = new Set(["/api/gateway/verify", "/api/gateway/usage", "/api/gateway/reversal"]);

/** Whether this address answers programs, wherever they call from. */
export const isForPrograms = (pathname: string): boolean => forPrograms.has(pathname);

/**
 * Whether a request may change something as far as its origin goes: browsers name the page that sends it, and only our
 * own pages may. Clients that send neither header are no browsers and carry no visitor's cookies.
 *
 * @param siteOrigin the public origin; the request's own Host counts as ours too, since a page cannot forge it.
 */
export function comesFromOurPages(request: IncomingMessage, siteOrigin: string): boolean {
  if (safeMethods.has(request.method ?? "GET")) return true;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return isOurOrigin(request, siteOrigin);
}

/** The same for WebSockets, which browsers open across origins without asking: an Origin must be there and be ours. */
export function opensFromOurPages(request: IncomingMessage, siteOrigin: string): boolean {
  return request.headers.origin !== undefined && isOurOrigin(request, siteOrigin);
}

function isOurOrigin(request: IncomingMessage, siteOrigin: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || origin === siteOrigin) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
}
