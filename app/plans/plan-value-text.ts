/** What a plan gives of a feature, in words: a tick is "Included". */
export function planValueText(value: string | boolean | null | undefined): string {
  if (typeof value === "string") return value;
  return value ? "Included" : "Not included";
}
