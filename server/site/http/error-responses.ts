import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";

/** The words by which programs tell the refusals of the gateway apart (public/api/openapi.json). */
const gatewayCodes: Record<number, string> = {
  400: "malformed",
  404: "not_found",
  405: "method_not_allowed",
  408: "too_slow",
  411: "length_required",
  413: "too_large",
  429: "too_many_requests",
  500: "internal",
  503: "unavailable",
};

/** The codes of Supabase Auth for what the site refuses in its place. */
const authCodes: Record<number, string> = {
  404: "unknown",
  405: "unknown",
  408: "request_timeout",
  413: "request_entity_too_large",
  429: "over_request_rate_limit",
};

/** After a message that may be read in two ways, or that nobody means well with, nothing more is read. */
const unreadable = new Set([400, 411, 417, 431]);

type Shape = (status: number, sentence: string) => object;

/** Clients at these addresses are programs, which read errors in the shape of their protocol. */
const shapes: readonly [string, Shape][] = [
  // Sanity's API.
  ["/lake/", (statusCode, message) => ({ statusCode, error: STATUS_CODES[statusCode], message })],
  // Supabase Auth, as clients of before 2024 read it and those of today do as well.
  [
    "/auth/v1/",
    (code, msg) => ({ code, error_code: authCodes[code] ?? "unexpected_failure", msg }),
  ],
  [
    "/api/gateway/",
    (status, message) => ({ error: { code: gatewayCodes[status] ?? "refused", message } }),
  ],
];

/**
 * Refuses a request in a sentence: as plain text, or in the shape of the protocol that is spoken at its address. A
 * response that has begun can only be broken off.
 *
 * @param status 400 or more
 * @param headers besides, such as Allow
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  sentence: string,
  headers: Record<string, string> = {},
): void {
  // Written a second time, the head of a response would be an error that ends the process.
  if (response.headersSent) return void response.destroy();
  const [, shape] = shapes.find(([start]) => request.url?.startsWith(start)) ?? [];
  response.writeHead(status, {
    "Content-Type": shape ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
    "Cache-Control": shape ? "private, no-store" : "no-store",
    // What is left of a body is not waited for.
    ...((unreadable.has(status) || !request.complete) && { Connection: "close" }),
    ...headers,
  });
  response.end(shape ? JSON.stringify(shape(status, sentence)) : `${sentence}\n`);
}

/** How long a request of a network that floods is held: refused at once, it would come again at once. */
const lateMilliseconds = 5_000;

/** Requests that are held at a time: without a bound, one network's held all connections of a proxy. */
const maxHeld = 200;
let held = 0;

/**
 * Refuses a request of a network that floods behind a proxy, after five seconds: at once, 4,570 a second took 0.7 of a core.
 * Beyond those that may be held, it is refused at once in as few bytes as there are.
 */
export function refuseLate(request: IncomingMessage, response: ServerResponse): void {
  if (held >= maxHeld) {
    response.writeHead(429, ["Retry-After", "60", "Content-Length", "0"]).end();
    return;
  }
  held += 1;
  const sentence = "Too many requests. Try again in 60 seconds.";
  const timeout = setTimeout(
    () => refuse(request, response, 429, sentence, { "Retry-After": "60" }),
    lateMilliseconds,
  );
  response.once("close", () => {
    held -= 1;
    clearTimeout(timeout);
  });
}
