/** What a line of Markdown begins with, or holds, and prose does not. */
const signs = [
  /^#{1,6} \S/m,
  /^\s*[-*+] \S/m,
  /^\s*\d+\. \S/m,
  /^> \S/m,
  /^```/m,
  /\*\*\S[^*\n]*\*\*/,
  /\[[^\]\n]+\]\([^)\s]+\)/,
];

/** The elements that carry what Markdown says: code editors copy Markdown as coloured spans, without any of them. */
const structure = /<(h[1-6]|ul|ol|li|table|blockquote|strong|b|em|i|a)[\s>]/i;

/**
 * True when what is pasted is Markdown, and not text that happens to hold a star.
 *
 * @param text the clipboard's plain text
 * @param html its other form, empty where there is none
 */
export const isMarkdown = (text: string, html: string): boolean =>
  signs.some((sign) => sign.test(text)) && !structure.test(html);
