import { isRecord } from "./document";

/**
 * The number of a value's parts: values at all depths, and characters of its texts. What is in it
 * twice counts twice; counted no further than `max`.
 */
export function sizeOf(value: unknown, max: number): number {
  if (typeof value === "string") return value.length + 1;
  let size = 1;
  if (Array.isArray(value)) {
    for (const inner of value) {
      if (size > max) break;
      size += sizeOf(inner, max - size);
    }
  } else if (isRecord(value)) {
    for (const name of Object.keys(value)) {
      if (size > max) break;
      size += sizeOf(value[name], max - size);
    }
  }
  return size;
}

const [quote, backslash, comma] = Buffer.from('"\\,');
const begin = new Set(Buffer.from("{["));
const end = new Set(Buffer.from("}]"));

/**
 * What a JSON text has more of than it may: values at all depths, of which each but the first
 * follows a comma or begins an object or a list, or levels of those. For a text before it is
 * parsed, which takes a hundred times as long.
 */
export function excessOf(
  json: Uint8Array,
  max: { values: number; depth: number },
): "values" | "depth" | undefined {
  let [values, depth, isText] = [1, 0, false];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === quote) isText = !isText;
    else if (isText) at += byte === backslash ? 1 : 0;
    else if (byte === comma) values += 1;
    else if (begin.has(byte)) [values, depth] = [values + 1, depth + 1];
    else if (end.has(byte)) depth -= 1;
    if (depth > max.depth) return "depth";
    if (values > max.values) return "values";
  }
  return undefined;
}

/** Whether objects and arrays are nested deeper than this. */
export function isDeeper(value: unknown, max: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (max === 0) return true;
  return Object.values(value).some((inner) => isDeeper(inner, max - 1));
}
