import type { IncomingMessage } from "node:http";
import { smallBodyBytes } from "../http/request-body";
import { hasBody, isChunked } from "../http/request-framing";

/**
 * Requests to the lake that may be in flight, by purpose: unread downloads must not delay queries,
 * nor streams pictures. A stream is refused rather than queued, because slots may be in use for
 * hours.
 */
export const purposes = {
  streams: { total: 1_000, perNetwork: 200, waiting: 0 },
  // For anonymous visitors, as many as the lake itself has: with twenty of a hundred, five networks
  // held all of them.
  publicStreams: { total: 500, perNetwork: 5, waiting: 0 },
  // Separate from files: unread file downloads of sixteen networks held all pictures.
  pictures: { total: 2_048, perNetwork: 32, waiting: 256 },
  files: { total: 512, perNetwork: 32, waiting: 256 },
  // Uploads and exports, which only editors and scripts use.
  transfers: { total: 256, perNetwork: 32, waiting: 256 },
  queries: { total: 256, perNetwork: 64, waiting: 256 },
  // Queries and writes whose body is passed on while it arrives: the lake has ten megabytes of
  // each.
  largeBodies: { total: 64, perNetwork: 16, waiting: 64 },
};

/** Events that say which published content changed, as hashes only: public, as on Sanity. */
export function isPublicStream(target: string): boolean {
  const path = target.replace(/\?.*/s, "");
  // Decoded: `include%44rafts` asks for drafts, too.
  const parameters = [...new URLSearchParams(target.slice(path.length)).keys()];
  return (
    /^\/lake\/v[^/]+\/data\/live\/events\/[^/]+$/.test(path) &&
    !parameters.some((name) => name.toLowerCase() === "includedrafts")
  );
}

/**
 * Whether anyone may have it: a request from a browser is the Studio's, which learns from a refusal
 * that its user is signed out.
 */
export function isPublic(request: IncomingMessage, url: URL): boolean {
  const isScript = request.headers["sec-fetch-site"] === undefined;
  // What Sanity's client requests when it gets no events.
  const isCorsCheck = /^\/lake\/v[^/]+\/check\/cors$/.test(url.pathname);
  return isCorsCheck || (isScript && isPublicStream(url.pathname + url.search));
}

/** @param path with its search parameters */
export function purposeOf(path: string, request: IncomingMessage): keyof typeof purposes {
  if (isPublicStream(path)) return "publicStreams";
  if (/^\/lake\/v[^/]+\/data\/(?:listen|live\/events)\//.test(path)) return "streams";
  if (path.startsWith("/lake/images/")) return "pictures";
  if (path.startsWith("/lake/files/")) return "files";
  if (/^\/lake\/v[^/]+\/(?:assets|data\/export)\//.test(path)) return "transfers";
  const isLarge =
    hasBody(request) &&
    (isChunked(request) || Number(request.headers["content-length"]) > smallBodyBytes);
  return isLarge ? "largeBodies" : "queries";
}
