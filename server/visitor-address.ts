import type { IncomingMessage } from "node:http";

/**
 * The address of the visitor. `X-Forwarded-For` is anybody's to write, so only as many of its entries count, from the
 * right, as there are proxies of ours in front.
 */
export function visitorAddress(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? "unknown";
  const header = request.headers["x-forwarded-for"];
  if (trustedProxies === 0 || header === undefined) return direct;
  const hops = String(header)
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  return hops.at(-trustedProxies) ?? direct;
}
