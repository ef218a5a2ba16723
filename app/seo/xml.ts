/** Text that is XML already. Only `xml` makes it, so that nothing unescaped gets in. */
class Xml {
  constructor(readonly text: string) {}
}

type Value = string | null | undefined | Xml | readonly Xml[];

export type { Xml };

/**
 * XML from a template. Values are escaped, for text and attributes alike; only other XML is
 * inserted as it is. Null and undefined are empty.
 */
export function xml(parts: TemplateStringsArray, ...values: readonly Value[]): Xml {
  return new Xml(
    parts.map((part, index) => (index > 0 ? textOf(values[index - 1]) : "") + part).join(""),
  );
}

/** A whole document as it is sent, encoded in UTF-8. */
export function xmlResponse(root: Xml, mediaType: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`, {
    headers: { "Content-Type": `${mediaType}; charset=utf-8` },
  });
}

function textOf(value: Value): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return escapeXml(value);
  return value instanceof Xml ? value.text : value.map(({ text }) => text).join("");
}

/**
 * What XML 1.0 cannot hold in any form: one such character in a title would make parsers refuse the
 * whole document.
 */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escapeXml(text: string): string {
  return text.replace(forbidden, "").replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
}
