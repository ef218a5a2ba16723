export type Encoding = "br" | "gzip" | "identity";

/**
 * The best encoding of a page that a client takes (RFC 9110 §12.5.3), of those that are ready.
 * A coding that it weighs with q=0 is refused.
 */
export function negotiateEncoding(
  header: string | undefined,
  ready: Readonly<Record<Encoding, unknown>>,
): Encoding {
  if (!header) return "identity";
  for (const encoding of ["br", "gzip"] as const) {
    const offered = new RegExp(
      `(?:^|[\\s,])${encoding}\\s*(?:;\\s*q=([\\d.]+))?\\s*(?:,|$)`,
      "i",
    ).exec(header);
    if (offered && ready[encoding] && Number(offered[1] ?? 1) > 0) return encoding;
  }
  return "identity";
}
