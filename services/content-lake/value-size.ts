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

/** Whether objects and arrays are nested deeper than this. */
export function isDeeper(value: unknown, max: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (max === 0) return true;
  return Object.values(value).some((inner) => isDeeper(inner, max - 1));
}
