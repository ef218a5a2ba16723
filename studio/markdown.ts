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

/** True when plain text is Markdown, and not text that happens to hold a star. */
export const isMarkdown = (text: string): boolean => signs.some((sign) => sign.test(text));
