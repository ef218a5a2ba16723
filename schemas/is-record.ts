/**
 * Whether a value of JSON has attributes: an array and `null` are objects as well, but have none.
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
