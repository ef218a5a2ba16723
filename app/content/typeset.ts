import { isRecord } from "../../schemas/edits/is-record";

/**
 * Members whose strings are not running text: code, what programs compare, and what is a part of a
 * URL.
 */
const notText = new Set([
  ...["code", "codeExample", "sample", "example", "result", "endpoint", "filename", "language"],
  ...["href", "url", "path", "slug", "email", "emails", "event", "tags", "marks", "listItem"],
  ...["icon", "drawing", "version", "style"],
]);

const isCode = (value: Record<string, unknown>) =>
  value._type === "code" || (Array.isArray(value.marks) && value.marks.includes("code"));

/**
 * Sets the running text of a query's result as a typesetter would: see {@link typesetText}. Editors
 * type what their keyboards have.
 *
 * @param value JSON; members that begin with an underscore stay as they are
 */
export function typeset(value: unknown): unknown {
  if (typeof value === "string") return typesetText(value);
  if (Array.isArray(value)) return value.map(typeset);
  if (!isRecord(value) || isCode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name.startsWith("_") || notText.has(name) ? member : typeset(member),
    ]),
  );
}

const days = "Mon|Tue|Wed|Thu|Fri|Sat|Sun";
const units = "hr|hrs|hours?|min|minutes?|ms|kB|KB|MB|GB|TB|AM|PM|dpi|px|pt|mm|cm|credits?|pages?";

/**
 * What stands for what. A quotation mark that begins something follows a space, a bracket or a
 * dash; a number stays on the line of its unit.
 */
const rules: readonly (readonly [RegExp, string])[] = [
  [/\.\.\./g, "…"],
  [/(^|[\s([{—–/“])"/g, "$1“"],
  [/"/g, "”"],
  // Years such as '90s.
  [/(^|[\s([{—–/“])'(?=\d\ds?\b)/g, "$1’"],
  [/(^|[\s([{—–/“])'/g, "$1‘"],
  [/'/g, "’"],
  // Not of an option of a command, such as --force.
  [/ -- |(?<=\w)--(?=\w)/g, "—"],
  [/ - /g, " – "],
  [new RegExp(`\\b(${days})-(${days})\\b`, "g"), "$1–$2"],
  [new RegExp(`(\\d) (?=(?:${units})\\b)`, "g"), "$1\u00a0"],
];

/**
 * Curly quotation marks and apostrophes, dashes between words, and spaces that do not break between
 * a number and its unit.
 */
export const typesetText = (text: string): string =>
  rules.reduce((set, [plain, proper]) => set.replace(plain, proper), text);
