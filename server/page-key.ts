import type { IncomingMessage } from "node:http";

/** Parameters that campaigns append and no page reads: they must neither fill the cache nor miss it. */
const ignored = /^(utm_[a-z]+|gclid|fbclid|msclkid|mc_cid|mc_eid)$/;

/** Parameters that choose what a page shows, each from a set that the content bounds. */
const kept = new Set(["category", "tag", "subject", "_routes"]);

/**
 * The address under which a request's page is kept: its path with the parameters that matter, in a fixed order.
 *
 * @returns null for requests whose answer is not everybody's, or whose parameters anybody could make up without end.
 */
export function pageKey(
  request: IncomingMessage,
  personalCookies: readonly string[],
): string | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const cookies = request.headers.cookie ?? "";
  const personal = personalCookies.some((name) => cookies.includes(name));
  if (personal || request.headers.authorization !== undefined) return null;
  const [path = "/", search = ""] = (request.url ?? "/").split("?", 2);
  if (path.length > 200) return null;
  if (search === "") return path;
  const parameters = new URLSearchParams(search);
  const relevant: string[] = [];
  for (const [name, value] of parameters) {
    if (ignored.test(name)) continue;
    if (!kept.has(name) || value.length > 200) return null;
    relevant.push(`${name}=${encodeURIComponent(value)}`);
  }
  return relevant.length === 0 ? path : `${path}?${relevant.sort().join("&")}`;
}
