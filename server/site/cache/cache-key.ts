import type { IncomingMessage } from "node:http";
import { isAmong, personalSegments, withoutDataSuffix } from "~/route-facts";
import { feedPaths, isArchiveFeed } from "~/feeds/feed-paths";
import { twinPath } from "~/seo/twin-path";
import { hasTwin } from "~/twins/has-twin";
import { isCampaignParameter } from "./campaign-parameters";
import { parametersOf } from "./declared-parameters";
import { canonicalPath } from "../http/canonical-path";
import { maxPageUrlLength } from "../http/url-length";
import { mailPath } from "../../config/loopback";
import { hasDuplicateHost } from "../http/duplicate-host";
import { prefersMarkdown } from "../http/prefers-markdown";

/**
 * Files that are the same for everyone, as the Markdown twins are: a cookie does not matter. With a
 * made-up one, the whole content as text was rendered for each request.
 */
const sharedFiles = new Set([
  ...Object.keys(feedPaths),
  ...["/sitemap.xml", "/robots.txt", "/.well-known/security.txt"],
  ...["/llms.txt", "/llms-full.txt", "/pricing.json"],
]);

/** Our links have three at most, and campaigns add some ten. */
const maxParameters = 20;

/**
 * The URL under which the response to a request is cached: that of its page, or of the page's
 * Markdown twin where the request prefers that. Nothing else of a request affects the cache, and
 * nothing else of it is available when the page is rendered.
 *
 * @returns null for requests whose response is not for everyone, or whose parameters anyone could
 *   vary without end.
 */
export function pageKey(
  request: IncomingMessage,
  personalCookies: readonly string[],
): string | null {
  const key = pathKey(request, personalCookies);
  return key !== null && prefersMarkdown(request.headers.accept) && hasTwin(key)
    ? twinPath(key)
    : key;
}

/**
 * The page's path with the parameters that matter, in a fixed order.
 *
 * Parameters that are not `declared` for the path are dropped: anyone can make them up, so they
 * must not create cache entries.
 */
function pathKey(request: IncomingMessage, personalCookies: readonly string[]): string | null {
  if ((request.method !== "GET" && request.method !== "HEAD") || hasDuplicateHost(request))
    return null;
  // A fragment is no part of a request, but some clients send it.
  const url = request.url ?? "/";
  const fragmentStart = url.indexOf("#");
  const target = fragmentStart < 0 ? url : url.slice(0, fragmentStart);
  // The request handler refuses it later.
  if (target.length > maxPageUrlLength) return null;
  const searchStart = target.indexOf("?");
  const path = searchStart < 0 ? target : target.slice(0, searchStart);
  const cookies = request.headers.cookie ?? "";
  const file = withoutDataSuffix(path.endsWith("/") ? path.slice(0, -1) : path);
  const isShared = sharedFiles.has(file) || file.endsWith(".md") || isArchiveFeed(file);
  if (!isShared && personalCookies.some((name) => cookies.includes(name))) return null;
  if (path.length > 200 || !/^\/(?![/\\])/.test(path) || canonicalPath(path) !== path) return null;
  if (path.startsWith(mailPath) || path.startsWith("/auth/")) return null;
  if (searchStart < 0) return path;
  const search = target.slice(searchStart);
  // A spelling with capitals is redirected to the one without, parameters included.
  if (isAmong(personalSegments, path) || /[A-Z]/.test(path))
    return !hasMany(search) && hasOnlyCampaign(search) ? path : null;
  // Their parameters are not even parsed: with more than twenty, feeds were rendered each time.
  if (isShared) return path;
  const parameters = parametersOf(withoutDataSuffix(path));
  // Nothing that could matter: two thousand parameters are not even parsed.
  if (!parameters && !path.endsWith(".data") && !/_data|%/.test(search)) return path;
  if (hasMany(search)) return parameters ? null : path;
  const { inKey = [], uncached = [] } = parameters ?? {};
  const relevant = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    // Data request of an older version; refused later, in stages.ts.
    if (uncached.includes(name) || name === "_data") return null;
    // A data request names the routes of the page that it is for. A page itself has no such
    // parameter: made-up values evicted real variants from the cache.
    const matters = inKey.includes(name) || (name === "_routes" && path.endsWith(".data"));
    if (!matters) continue;
    if (relevant.has(name) || value.length > 200) return null;
    relevant.set(name, encodeURIComponent(value));
  }
  if (relevant.size === 0) return path;
  const pairs = [...relevant].map(([name, value]) => `${name}=${value}`);
  return `${path}?${pairs.sort().join("&")}`;
}

/** Counts without parsing: two thousand take 0.2 ms to parse, and no limit comes before. */
function hasMany(search: string): boolean {
  let end = 0;
  for (let count = 0; count < maxParameters; count += 1) {
    end = search.indexOf("&", end) + 1;
    if (end === 0) return false;
  }
  return true;
}

const hasOnlyCampaign = (search: string) =>
  [...new URLSearchParams(search).keys()].every(isCampaignParameter);
