import type { IncomingMessage } from "node:http";

/**
 * Node would drop headers beyond its own limit, a Content-Length among them, and still read
 * the body.
 */
export const maxHeaders = 100;

/** Headers that requests that only read do not have. */
const withoutBody = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Uploads of Sanity's client, the only bodies whose length their sender may not know. */
const upload = /^\/lake\/+v[\w-]+\/assets\/(?:images|files)\/[^/?]+(?:\?|$)/;

/**
 * A segment that a URL parser resolves. No client of ours sends one, and rules that read a
 * request's target would see another path than those that read its URL.
 */
const dotSegment = /^[^?#]*?[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)/i;

export interface FramingProblem {
  status: 400 | 411 | 417 | 431;
  sentence: string;
}

/**
 * What is wrong with how a request is framed: a path with dot segments, more headers than guards
 * check, no host, an expectation that Node would refuse by itself (outside every limit: forty
 * connections of such requests, sent ahead, stopped the site), or a body where none is expected.
 * Passed on to the
 * backend, the body of a GET was read as the next request, and its response went to another client.
 * A body in chunks costs the parser a call for each chunk, 20 ms for 64 kB of the smallest: only
 * uploads to the lake may have one, because a script may not know their length.
 *
 * @returns null when nothing is
 */
export function problemWithFraming(request: IncomingMessage): FramingProblem | null {
  const { headers, url = "" } = request;
  if (dotSegment.test(url)) return { status: 400, sentence: "That URL is malformed." };
  if (request.rawHeaders.length > maxHeaders * 2) {
    return { status: 431, sentence: "That request has too many headers." };
  }
  // RFC 9112 §3.2.
  if (headers.host === undefined && request.httpVersion === "1.1") {
    return { status: 400, sentence: "That request has no Host header." };
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== "100-continue") {
    return { status: 417, sentence: "This server does not support that expectation." };
  }
  if (hasBody(request) && withoutBody.has(request.method ?? "")) {
    return { status: 400, sentence: `A ${request.method} request has no body.` };
  }
  if (isChunked(request) && !upload.test(url)) {
    return { status: 411, sentence: "Send a Content-Length." };
  }
  return null;
}

/** Whether a body is chunked: its length does not limit the number of chunks. */
export const isChunked = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined;

/** Whether a body follows, even an empty chunked one. */
export function hasBody(request: IncomingMessage): boolean {
  return isChunked(request) || Number(request.headers["content-length"] ?? 0) !== 0;
}
