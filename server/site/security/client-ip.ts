import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { maxHeaders } from "../http/request-framing";

/**
 * The port that some proxies append to an IP address: "203.0.113.9:50412", "[2001:db8::9]:50412".
 */
const withPort = /^(?:\[([\da-f:.]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/i;

/** More than an IPv6 address with a port and what separates it from the next one. */
const maxHopLength = 100;

/**
 * The visitor's IP address. Anyone can write `X-Forwarded-For`, so only as many of its entries
 * count, from the right, as there are proxies of ours in front. The port of an entry does not
 * count: each connection would be another visitor to the limits.
 */
export function clientIp(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? "unknown";
  if (trustedProxies === 0) return direct;
  // Node has dropped headers, this one perhaps: a flood of them would count as the proxy's own, and
  // refuse its checks of our health.
  if (request.rawHeaders.length > maxHeaders * 2) return "unknown";
  const header = request.headers["x-forwarded-for"];
  if (header === undefined) return direct;
  // What is further left is written by the client: 15 kB of commas took half a millisecond.
  const hops = String(header)
    .slice(-maxHopLength * trustedProxies)
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  const hop = hops.at(-trustedProxies) ?? direct;
  const [, ipv6, ipv4] = withPort.exec(hop) ?? [];
  const address = ipv6 ?? ipv4 ?? hop;
  return isIP(address) ? address : direct;
}
