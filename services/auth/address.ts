import { isIP, isIPv6 } from "node:net";

/**
 * Whose request this is. The service stands behind the site, which says in `X-Forwarded-For` on whose behalf it asks;
 * from anyone but a neighbour on this machine the header is a claim and counts for nothing. Of several entries the
 * last is the one that the neighbour added.
 *
 * @param peer the address at the other end of the connection
 * @returns an IPv4 or IPv6 address in text
 */
export function clientAddress(peer: string, forwardedFor: string | null): string {
  const direct = isIP(plainAddress(peer)) ? plainAddress(peer) : unknownAddress;
  if (!forwardedFor || !isLoopback(direct)) return direct;
  const claimed = plainAddress(forwardedFor.split(",").at(-1)?.trim() ?? "");
  return isIP(claimed) ? claimed : direct;
}

/** A peer without an address, for example on a unix socket: nobody in particular, and not trusted. */
const unknownAddress = "0.0.0.0";

/** What a limit counts by: one household has a whole /64 of IPv6 addresses to spend, but one of IPv4. */
export function addressBlock(address: string): string {
  return isIPv6(address) ? `${leadingGroups(address, 4)}::/64` : address;
}

/**
 * The network around that block, as one customer may have it whole: of IPv6 providers hand out a /56 or a /48 (RFC 6177),
 * with hundreds of /64s and more; of IPv4 those who rent addresses get neighbors, a /24.
 */
export function widerBlock(address: string): string {
  if (isIPv6(address)) return `${leadingGroups(address, 3)}::/48`;
  return address.replace(/\.\d+$/, ".0/24");
}

/** The first groups of an IPv6 address, written without leading zeros. */
function leadingGroups(address: string, count: number): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const after = tail === "" ? 0 : tail.split(":").length;
    while (groups.length + after < 8) groups.push("0");
  }
  return groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

export function isLoopback(address: string): boolean {
  return address === "::1" || /^127\.\d+\.\d+\.\d+$/.test(address);
}

/** Without what a socket adds: `::ffff:` before an IPv4 address, `%eth0` after a link-local one. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "").replace(/%.*$/, "");
}
