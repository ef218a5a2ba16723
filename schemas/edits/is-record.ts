/**
 * Whether a value of JSON has attributes: an array and `null` are objects as well, but have none.
 * `services/content-lake/document.ts` has its own, because services import nothing outside
 * `services`.
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
