/**
 * Postgres in WebAssembly overflows the JavaScript stack, and crashes, at some 5,500 levels; no
 * legitimate value comes near 1,000.
 */
const maxNesting = 1000;

/**
 * Whether more than {@link maxNesting} brackets are open at once. Takes JSON, or bytes with
 * JSON in them.
 */
export function nestsTooDeep(json: Uint8Array | string): boolean {
  if (json.length <= maxNesting) return false;
  const bytes = typeof json === "string" ? Buffer.from(json) : json;
  let depth = 0;
  for (const byte of bytes) {
    if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > maxNesting) return true;
    } else if ((byte === 0x5d || byte === 0x7d) && depth > 0) depth -= 1;
  }
  return false;
}
