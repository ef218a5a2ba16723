/**
 * A line of CSV (RFC 4180). A field that a spreadsheet would take for a formula gets an apostrophe
 * in front, because a user's name could otherwise run commands on the machine of anyone who opens
 * the file.
 */
export function csvLine(fields: readonly (string | number | null)[]): string {
  return `${fields.map(csvField).join(",")}\r\n`;
}

/**
 * Matches where a spreadsheet with another separator than the comma starts a cell, with a formula,
 * in the middle of a field.
 */
const formulaInside = /(?<=[;,|]|\S\s*[\t\r\n])(?=[\s"]*[=+\-@\uff0b\uff0d\uff1d\uff20])/g;

function csvField(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  // Spreadsheets skip leading spaces, and also accept the wide forms of these characters.
  const begin = /^\s*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/.test(value) ? "'" : "";
  const defused = begin + value.replace(formulaInside, "'");
  return `"${defused.replaceAll('"', '""')}"`;
}
