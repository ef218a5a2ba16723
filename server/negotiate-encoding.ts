export type Encoding = "br" | "gzip" | "identity";

/** How a client offers an encoding, and with which weight. */
const offers = [
  ["br", /(?:^|[\s,])br\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i],
  ["gzip", /(?:^|[\s,])gzip\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i],
] as const;

/**
 * The best encoding of a page that a client takes (RFC 9110 §12.5.3), of those that are ready.
 * A coding that it weighs with q=0 is refused.
 */
export function negotiateEncoding(
  header: string | undefined,
  ready: Readonly<Record<Encoding, unknown>>,
): Encoding {
  if (!header) return "identity";
  return read(header).find((encoding) => ready[encoding]) ?? "identity";
}

/** Browsers send the same few headers over and over: what they say is remembered, up to a bound. */
const understood = new Map<string, readonly Encoding[]>();

function read(header: string): readonly Encoding[] {
  const before = understood.get(header);
  if (before) return before;
  const taken = offers.flatMap(([encoding, pattern]) => {
    const offered = pattern.exec(header);
    return offered && Number(offered[1] ?? 1) > 0 ? [encoding] : [];
  });
  if (understood.size < 200 && header.length < 100) understood.set(header, taken);
  return taken;
}
