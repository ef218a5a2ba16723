/**
 * A line of CSV (RFC 4180). A field that a spreadsheet would take for a formula gets an apostrophe
 * in front, because a user's name could otherwise run commands on the machine of anyone who opens
 * the file.
 */
export function csvLine(fields: readonly (string | number | null)[]): string {
  return `${fields.map(csvField).join(",")}\r\n`;
}

function csvField(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  // Spreadsheets skip leading spaces, and also accept the wide forms of these characters.
  const defused = /^\s*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/.test(value) ? `'${value}` : value;
  return `"${defused.replaceAll('"', '""')}"`;
}
