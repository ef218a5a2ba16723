import { titleOf, type LakeDocument } from "../../schemas/content-check/finding";

/**
 * Documents as plain text, each field below its title: a copy that every program opens.
 *
 * @param fieldTitle the title of a field in its form
 */
export const copyOf = (
  documents: readonly LakeDocument[],
  fieldTitle: (type: string, field: string) => string,
): string =>
  documents
    .map((document) => {
      const fields = Object.entries(document).flatMap(([name, value]) => {
        const lines = isOwn(name) ? linesOf(value) : [];
        return lines.length > 0 ? [`${fieldTitle(document._type, name)}:`, ...lines, ""] : [];
      });
      return [titleOf(document), "", ...fields].join("\n");
    })
    .join("\n");

/** Whether editors fill in the field; the lake and the Studio manage the others. */
const isOwn = (name: string) => !name.startsWith("_") && name !== "orderRank";

/** The texts and numbers in a value, a line each; a paragraph is one line. */
export function linesOf(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(linesOf);
  if (typeof value !== "object" || value === null) return [];
  if ("_type" in value && value._type === "block" && "children" in value)
    return [linesOf(value.children).join("")];
  const isSpan = "_type" in value && value._type === "span";
  return Object.entries(value).flatMap(([name, part]) =>
    isOwn(name) && !(isSpan && name === "marks") ? linesOf(part) : [],
  );
}
