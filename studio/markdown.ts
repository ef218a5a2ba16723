/** What a line of Markdown begins with, or holds, and prose does not. */
const signs = [
  /^#{1,6} \S/m,
  /^\s*[-*+] \S/m,
  /^\s*\d+\. \S/m,
  /^> \S/m,
  /^```/m,
  /\*\*\S[^*\n]*\*\*/,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  // What stands under the head of a table.
  /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/m,
];

/** True when plain text is Markdown, and not text that happens to hold a star. */
export const isMarkdown = (text: string): boolean => signs.some((sign) => sign.test(text));

/** All that editors of code write around the lines that they colour. Word processors and pages have paragraphs. */
const colouring = new Set(["html", "head", "meta", "body", "div", "pre", "span", "br"]);

/** True for HTML that holds lines as an editor of code colours them: all that it adds to the plain text is colour. */
const isColouredText = (html: string): boolean =>
  /font-family:[^;]*\b(mono|monospace|menlo|consolas|courier)\b/i.test(html) &&
  [...html.matchAll(/<([a-z][\w:-]*)/gi)].every(([, tag = ""]) => colouring.has(tag.toLowerCase()));

/**
 * The Markdown that a clipboard holds, if it holds no better form of the same text: HTML is one, except for what comes
 * out of editors of code, which would leave every sign of the Markdown where it stands.
 *
 * @param read gives what the clipboard holds of a type, or nothing
 */
export function pastedMarkdown(read: (type: string) => string): string | false {
  const text = read("text/plain");
  const html = read("text/html");
  const isBest = !read("application/x-portable-text") && (!html || isColouredText(html));
  return isBest && isMarkdown(text) && text;
}
