import type { IncomingMessage } from "node:http";

/** Node would leave out those beyond a limit of its own, a Content-Length among them, and still read the body. */
const maxHeaders = 100;

/** What is not sent along with a request that only reads. */
const withoutBody = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/**
 * What is wrong with how a request is framed: more headers than guards look through, or a body where nobody expects one.
 * Passed on to the backend, the body of a GET was read as the next request, and its response went to somebody else.
 *
 * @returns null when nothing is
 */
export function problemWithFraming(
  request: IncomingMessage,
): { status: 400 | 431; sentence: string } | null {
  if (request.rawHeaders.length > maxHeaders * 2) {
    return { status: 431, sentence: "That request has too many headers." };
  }
  if (hasBody(request) && withoutBody.has(request.method ?? "")) {
    return { status: 400, sentence: `A ${request.method} request has no body.` };
  }
  return null;
}

/** Whether a body follows, be it an empty one in chunks. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) !== 0;
}
