import { createHash } from "node:crypto";

/**
 * The Content-Security-Policy sources of a page's inline scripts: their SHA-256 hashes. A page that
 * is served twice cannot carry a nonce, because anyone who has seen it once knows the nonce.
 */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = "", code = ""] of html.matchAll(
    /<script\b([^>]*)>([\s\S]*?)<\/script>/g,
  )) {
    if (/\ssrc=/.test(attributes) || code === "") continue;
    hashes.add(sourceHash(code));
  }
  return [...hashes];
}

/** The Content-Security-Policy source of one inline script or style. */
export function sourceHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
