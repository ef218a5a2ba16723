/**
 * Postgres in WebAssembly overflows the JavaScript stack, and crashes, at some 5,500 levels; no
 * legitimate value comes near 1,000.
 */
const maxNesting = 1000;

const [quote, backslash] = [0x22, 0x5c];
const isOpening = (byte: number) => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d;

/**
 * Whether more than {@link maxNesting} brackets of a JSON text are open at once. Brackets in its
 * strings do not count, as they do not for Postgres: an article about brackets was refused.
 *
 * @param json any text; one that is neither an object nor a list has nesting 0
 */
export function nestsTooDeep(json: Uint8Array | string): boolean {
  if (json.length <= maxNesting) return false;
  const bytes = typeof json === "string" ? Buffer.from(json) : json;
  if (!isOpening(bytes.find((byte) => byte > 0x20) ?? 0)) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (inString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (isOpening(byte)) {
      depth += 1;
      if (depth > maxNesting) return true;
    } else if (isClosing(byte) && depth > 0) depth -= 1;
  }
  return false;
}

/** The same of an SQL statement, whose literals may be JSON: brackets count wherever they are. */
export function hasManyOpenBrackets(statement: Uint8Array): boolean {
  let depth = 0;
  for (const byte of statement) {
    if (isOpening(byte)) {
      depth += 1;
      if (depth > maxNesting) return true;
    } else if (isClosing(byte) && depth > 0) depth -= 1;
  }
  return false;
}
