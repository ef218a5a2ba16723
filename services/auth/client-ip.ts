import { isIP } from "node:net";
import { plainAddress } from "../ip-networks";

/**
 * Whose request this is. The service stands behind the site, which says in `X-Forwarded-For` on whose behalf it asks;
 * from anyone but a neighbour on this machine the header is a claim and counts for nothing. Of several entries the
 * last is the one that the neighbour added.
 *
 * @param peer the address at the other end of the connection
 * @returns an IPv4 or IPv6 address in text
 */
export function clientIp(peer: string, forwardedFor: string | null): string {
  const direct = isIP(plainAddress(peer)) ? plainAddress(peer) : unknownAddress;
  if (!forwardedFor || !isLoopback(direct)) return direct;
  const claimed = plainAddress(forwardedFor.split(",").at(-1)?.trim() ?? "");
  return isIP(claimed) ? claimed : direct;
}

/** A peer without an address, for example on a unix socket: nobody in particular, and not trusted. */
const unknownAddress = "0.0.0.0";

export function isLoopback(address: string): boolean {
  return address === "::1" || /^127\.\d+\.\d+\.\d+$/.test(address);
}
