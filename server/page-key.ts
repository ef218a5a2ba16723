import type { IncomingMessage } from "node:http";
import { isCampaignParameter } from "./campaign";
import { canonicalPath } from "./canonical-path";
import { namesTwoHosts } from "./two-hosts";

/** Parameters that choose what a page shows, each from a set that the content bounds. */
const kept = new Set(["category", "tag", "subject", "_routes"]);

/**
 * The address under which a request's page is kept: its path with the parameters that matter, in a fixed order.
 * Nothing else of a request has a say in what is kept, and nothing else of it is there when the page is rendered.
 *
 * @returns null for requests whose answer is not everybody's, or whose parameters anybody could make up without end.
 */
export function pageKey(
  request: IncomingMessage,
  personalCookies: readonly string[],
): string | null {
  if ((request.method !== "GET" && request.method !== "HEAD") || namesTwoHosts(request))
    return null;
  const cookies = request.headers.cookie ?? "";
  const personal = personalCookies.some((name) => cookies.includes(name));
  if (personal || request.headers.authorization !== undefined) return null;
  const address = request.url ?? "/";
  const question = address.indexOf("?");
  const path = question < 0 ? address : address.slice(0, question);
  if (path.length > 200 || !/^\/(?![/\\])/.test(path) || canonicalPath(path) !== path) return null;
  if (question < 0) return path;
  const relevant = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(address.slice(question))) {
    if (isCampaignParameter(name)) continue;
    if (!kept.has(name) || relevant.has(name) || value.length > 200) return null;
    relevant.set(name, encodeURIComponent(value));
  }
  if (relevant.size === 0) return path;
  const search = [...relevant].map(([name, value]) => `${name}=${value}`);
  return `${path}?${search.sort().join("&")}`;
}
