import type { IncomingMessage } from "node:http";
import { hasDuplicateHost } from "./duplicate-host";
import { canonicalPath, maxSegments } from "./canonical-path";
import { isTooLong } from "./url-length";

/** Why a request is refused, and with which status. */
export interface MalformedTarget {
  status: number;
  sentence: string;
}

/**
 * The URL that a request is for, on the site's own origin.
 *
 * @returns a refusal for a target that no parser reads as we do, or that is longer than any of ours
 */
export function parseTarget(request: IncomingMessage, siteOrigin: string): URL | MalformedTarget {
  const target = withSingleSlashes(request);
  if (hasDuplicateHost(request)) return { status: 400, sentence: "That request names two hosts." };
  if (isTooLong(target)) return { status: 414, sentence: "That URL is too long." };
  // Absolute-form and asterisk-form targets are for proxies; two leading slashes would be parsed
  // as another host, and the WHATWG URL parser treats a backslash as a slash: it threw for "/\\",
  // and in the router for "/%5c/", which were 500s.
  if (!/^\/(?![/\\]|%5c)/i.test(target) || !isDecodable(target))
    return { status: 400, sentence: "That URL is malformed." };
  const url = new URL(withPlainPath(request, target), siteOrigin);
  if (url.pathname.split("/").length > maxSegments + 1)
    return { status: 404, sentence: "There is no page at this URL." };
  return url;
}

/** The request's path and query. URLs of the lake's tools begin with two consecutive slashes. */
function withSingleSlashes({ url: target = "/" }: IncomingMessage): string {
  return target.replace(/^\/lake\/{2,}/, "/lake/");
}

/**
 * The target with a plain path, which is what the lake receives too. The lake decodes paths: rules
 * that did not recognize "/lake/%69mages/" or "/lake/v1//data/listen/" gave its pictures in costly
 * forms to any token, and let streams take the slots of queries. The pages' paths stay: those that
 * are not canonical are redirected.
 */
function withPlainPath(request: IncomingMessage, target: string): string {
  if (!target.startsWith("/lake/")) return target;
  const path = target.split(/[?#]/, 1)[0] ?? "";
  return (request.url = canonicalPath(path) + target.slice(path.length));
}

function isDecodable(target: string): boolean {
  try {
    decodeURIComponent(target);
    return !target.includes("\0") && !target.includes("%00");
  } catch {
    return false;
  }
}
