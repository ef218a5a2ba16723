/**
 * The network that an IP address belongs to, as limits count it: an IPv4 address, or the /64 of an IPv6 address, of which
 * one household has all. Counted address by address they would be no limit.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const groups = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  return [...groups, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after]
    .slice(0, 4)
    .join(":");
}
