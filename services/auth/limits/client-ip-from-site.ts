import { isIP } from "node:net";
import { plainAddress } from "@platen/kit";

/**
 * The client's IP address. The service is behind the site, which names the client in
 * `X-Forwarded-For`; from a peer on another machine the header is not trusted and has no effect. Of
 * several entries the last is the one that the site added.
 *
 * @param peer the IP address at the other end of the connection
 * @returns an IPv4 or IPv6 address in text
 */
export function clientIpFromSite(peer: string, forwardedFor: string | null): string {
  const direct = isIP(plainAddress(peer)) ? plainAddress(peer) : unknownAddress;
  if (!forwardedFor || !isLoopback(direct)) return direct;
  const claimed = plainAddress(forwardedFor.split(",").at(-1)?.trim() ?? "");
  return isIP(claimed) ? claimed : direct;
}

/** A peer without an IP address, for example on a unix socket: anonymous, and not trusted. */
const unknownAddress = "0.0.0.0";

/** Whether an IP address is of this machine (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
export function isLoopback(ipAddress: string): boolean {
  return ipAddress === "::1" || /^127\.\d+\.\d+\.\d+$/.test(ipAddress);
}
