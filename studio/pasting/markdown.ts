/** Markdown syntax that begins, or is in, a line and does not occur in prose. */
const patterns = [
  /^#{1,6} \S/m,
  /^\s*[-*+] \S/m,
  /^\s*\d+\. \S/m,
  /^> \S/m,
  /^```/m,
  /\*\*\S[^*\n]*\*\*/,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  // The delimiter row of a table.
  /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/m,
];

/** True when plain text is Markdown, and not text that happens to contain an asterisk. */
export const isMarkdown = (text: string): boolean => patterns.some((sign) => sign.test(text));

/**
 * All elements that code editors write around highlighted lines. Word processors and web pages have
 * paragraphs.
 */
const coloring = new Set(["html", "head", "meta", "body", "div", "pre", "span", "br"]);

/** True for HTML of highlighted lines from a code editor: it adds only color to the plain text. */
const isColoredText = (html: string): boolean =>
  /font-family:[^;]*\b(mono|monospace|menlo|consolas|courier)\b/i.test(html) &&
  [...html.matchAll(/<([a-z][\w:-]*)/gi)].every(([, tag = ""]) => coloring.has(tag.toLowerCase()));

/**
 * The clipboard's Markdown, if there is no better form of the same text: HTML is one, except from
 * code editors, which would leave all Markdown syntax as it is.
 *
 * @param read returns the clipboard's content of a type, or an empty string
 */
export function pastedMarkdown(read: (type: string) => string): string | false {
  const text = read("text/plain");
  const html = read("text/html");
  const isBest = !read("application/x-portable-text") && (!html || isColoredText(html));
  return isBest && isMarkdown(text) && text;
}
