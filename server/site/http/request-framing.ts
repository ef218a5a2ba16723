import type { IncomingMessage } from "node:http";

/** Node would leave out those beyond a limit of its own, a Content-Length among them, and still read the body. */
const maxHeaders = 100;

/** What is not sent along with a request that only reads. */
const withoutBody = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/**
 * What is wrong with how a request is framed: more headers than guards look through, no host, an expectation that Node
 * would refuse by itself (outside every limit: forty connections of such requests, sent ahead, stopped the site), or a body
 * where nobody expects one. Passed on to the backend, the body of a GET was read as the next request, and its response went
 * to somebody else. A body in chunks costs the parser a call for each chunk, 20 ms for 64 kB of the smallest: only the lake
 * takes one, from scripts that upload what they do not know the length of.
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

/** Whether a body comes in chunks, whose number its length does not bound. */
export const isChunked = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined;

/** Whether a body follows, be it an empty one in chunks. */
export function hasBody(request: IncomingMessage): boolean {
  return isChunked(request) || Number(request.headers["content-length"] ?? 0) !== 0;
}
