import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import { gatewayPrefix } from "@domain/gateway/gateway-paths";
import { hasBody } from "./request-framing";

/**
 * The error codes by which programs distinguish the gateway's refusals (public/api/openapi.json).
 */
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

/** The codes of Supabase Auth for what the site refuses on its behalf. */
const authCodes: Record<number, string> = {
  404: "unknown",
  405: "unknown",
  408: "request_timeout",
  413: "request_entity_too_large",
  429: "over_request_rate_limit",
};

/** After a message that is ambiguous or malicious, nothing more is read. */
const unreadable = new Set([400, 411, 417, 431]);

type Shape = (status: number, sentence: string) => object;

/** Clients at these paths are programs, which read errors in the format of their protocol. */
const shapes: readonly [string, Shape][] = [
  // Sanity's API.
  ["/lake/", (statusCode, message) => ({ statusCode, error: STATUS_CODES[statusCode], message })],
  // Supabase Auth, in the formats of clients before 2024 and of current ones.
  [
    "/auth/v1/",
    (code, msg) => ({ code, error_code: authCodes[code] ?? "unexpected_failure", msg }),
  ],
  [
    gatewayPrefix,
    (status, message) => ({ error: { code: gatewayCodes[status] ?? "refused", message } }),
  ],
];

/**
 * Refuses a request in a sentence: as plain text, or in the format of the protocol at its path. A
 * response that has started can only be aborted.
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
  // Writing the head of a response twice would be an error that ends the process.
  if (response.headersSent) return void response.destroy();
  const [, shape] = shapes.find(([start]) => request.url?.startsWith(start)) ?? [];
  response.writeHead(status, {
    "Content-Type": shape ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
    "Cache-Control": shape ? "private, no-store" : "no-store",
    // The rest of a body is not awaited. Without a body, a client that is refused should not have
    // to connect again, which costs more than the refusal.
    ...((unreadable.has(status) || (hasBody(request) && !request.complete)) && {
      Connection: "close",
    }),
    ...headers,
  });
  response.end(shape ? JSON.stringify(shape(status, sentence)) : `${sentence}\n`);
}

/**
 * How long a request of a network that floods is held: refused immediately, it would be sent again
 * right away.
 */
const refusalDelayMilliseconds = 5_000;

/**
 * The maximum number of held requests: without a limit, one network's held all connections of a
 * proxy.
 */
const maxHeld = 200;
let held = 0;

/**
 * Refuses a request of a network that floods behind a proxy, after five seconds: without that
 * delay, 4,570 a second took 0.7 of a core. Beyond the maximum, it is refused immediately, in as
 * few bytes as possible.
 */
export function refuseAfterDelay(request: IncomingMessage, response: ServerResponse): void {
  // It left while it waited for its turn, and is never closed again: such requests filled all
  // places for good.
  if (response.closed) return;
  if (held >= maxHeld) {
    response.writeHead(429, ["Retry-After", "60", "Content-Length", "0"]).end();
    return;
  }
  held += 1;
  const sentence = "Too many requests. Try again in 60 seconds.";
  const timeout = setTimeout(
    () => refuse(request, response, 429, sentence, { "Retry-After": "60" }),
    refusalDelayMilliseconds,
  );
  response.once("close", () => {
    held -= 1;
    clearTimeout(timeout);
  });
}
