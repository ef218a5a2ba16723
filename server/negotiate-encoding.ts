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
  for (const [encoding, pattern] of offers) {
    const offered = ready[encoding] ? pattern.exec(header) : null;
    if (offered && Number(offered[1] ?? 1) > 0) return encoding;
  }
  return "identity";
}
