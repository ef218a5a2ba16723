import type { IncomingMessage } from "node:http";

/**
 * Node would drop headers beyond a limit of its own, a Content-Length among them, and still read
 * the body.
 */
const maxHeaders = 100;

/** Headers that requests that only read do not have. */
const withoutBody = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/**
 * What is wrong with how a request is framed: more headers than guards check, no host, an
 * expectation that Node would refuse by itself (outside every limit: forty connections of such
 * requests, sent ahead, stopped the site), or a body where none is expected. Passed on to the
 * backend, the body of a GET was read as the next request, and its response went to another client.
 * A body in chunks costs the parser a call for each chunk, 20 ms for 64 kB of the smallest: only
 * the lake accepts one, from scripts that upload data of unknown length.
 *
 * @returns null when nothing is
 */
export function problemWithFraming(
  request: IncomingMessage,
): { status: 400 | 411 | 417 | 431; sentence: string } | null {
  const { headers } = request;
  if (request.rawHeaders.length > maxHeaders * 2) {
    return { status: 431, sentence: "That request has too many headers." };
  }
  // RFC 9112 §3.2.
  if (headers.host === undefined && request.httpVersion === "1.1") {
    return { status: 400, sentence: "That request names no host." };
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== "100-continue") {
    return { status: 417, sentence: "This server meets no such expectation." };
  }
  if (hasBody(request) && withoutBody.has(request.method ?? "")) {
    return { status: 400, sentence: `A ${request.method} request has no body.` };
  }
  if (isChunked(request) && !request.url?.startsWith("/lake/")) {
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
