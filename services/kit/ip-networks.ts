import { isIPv6 } from "node:net";

/**
 * The network of an IP address, as limits count it: an IPv4 address, or the /64 of an IPv6 address,
 * all of which one household has. Counted by IPv6 address, a limit would have no effect.
 *
 * @param address IPv4 or IPv6 in text; anything else is its own network
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${leadingGroups(plain, 4)}::/64` : plain;
}

/**
 * The surrounding network that one customer of a provider may have. Of IPv6 that is a /56 or a /48
 * (RFC 6177), with hundreds of /64s and more. Of IPv4 it is the address itself, because each is
 * paid for.
 */
export function endSiteOf(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${leadingGroups(plain, 3)}::/48` : plain;
}

/** As `endSiteOf`, with the neighbors of an IPv4 address: those who rent IP addresses get a /24. */
export function neighborhoodOf(address: string): string {
  return endSiteOf(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24");
}

/** Limits per network allow an end site as much as ten of its networks. */
export const networksOfEndSite = 10;

/** A network or an end site, and how many networks' worth of a limit it may use. */
export interface Allowance {
  name: string;
  networks: number;
}

/**
 * The units that limits count an IP address under: its network, and the end site where that is
 * larger.
 */
export function allowancesOf(address: string): Allowance[] {
  const own = { name: networkOf(address), networks: 1 };
  const endSite = endSiteOf(address);
  return endSite === own.name ? [own] : [own, { name: endSite, networks: networksOfEndSite }];
}

/**
 * Turns an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) into IPv4, in both of its notations,
 * because all of them would be one network; and strips the zone of a link-local address, `%eth0`.
 */
export function plainAddress(address: string): string {
  const plain = address.replace(/%.*$/, "");
  const [, dotted, high, low] =
    /^(?:::|(?:0+:){5})ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(plain) ??
    [];
  if (dotted) return dotted;
  if (!high || !low) return plain;
  const bytes = [high, low].map((group) => parseInt(group, 16)).flatMap((n) => [n >> 8, n & 255]);
  return bytes.join(".");
}

/** The first groups of an IPv6 address, written without leading zeros. */
function leadingGroups(address: string, count: number): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const after = tail === "" ? 0 : tail.split(":").length;
    while (groups.length + after < 8) groups.push("0");
    if (tail !== "") groups.push(...tail.split(":"));
  }
  return groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
