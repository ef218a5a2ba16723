import type { IncomingMessage } from "node:http";

/** Hop-by-hop headers (RFC 9110 §7.6.1), and those that only the site may set. */
const notForwarded = new Set([
  "connection",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "host",
  "expect",
  "cookie",
  "set-cookie",
  "authorization",
  "x-lake-identity",
  "x-lake-visitor",
  "x-forwarded-for",
  "x-request-id",
]);

/** The headers of a request or a response that the proxy passes on. */
export function forwardable(headers: IncomingMessage["headers"]) {
  const forwarded: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !notForwarded.has(name)) forwarded[name] = value;
  }
  return forwarded;
}
