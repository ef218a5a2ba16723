import { isMarkdown } from "./markdown";

interface Pasted {
  mimeType: `${string}/${string}`;
  data: string;
}

/** What code editors write: lines of coloured text, whose spaces count. Nothing in it is a heading, a list or a link. */
const codeTags = new Set(["html", "head", "body", "meta", "div", "span", "pre", "br"]);
const spacesCount = /<pre\b|white-space:\s*pre(?![-\w])/i;

function isFromCodeEditor(html: string): boolean {
  const tags = [...html.matchAll(/<\/?([a-z][\w:-]*)/gi)].map(([, name = ""]) => name);
  return spacesCount.test(html) && tags.every((name) => codeTags.has(name.toLowerCase()));
}

/**
 * The form in which something pasted is better read. The editor reads Markdown, but only what says that it is, and no
 * clipboard does; and code editors put HTML beside it, which is read first and says nothing but colours.
 *
 * @param plain what the clipboard holds as plain text
 * @returns null where the given form is the best
 */
export function betterForm({ mimeType, data }: Pasted, plain: string): Pasted | null {
  if (mimeType === "text/html" && plain && isFromCodeEditor(data)) {
    return { mimeType: isMarkdown(plain) ? "text/markdown" : "text/plain", data: plain };
  }
  if (mimeType === "text/plain" && isMarkdown(data)) return { mimeType: "text/markdown", data };
  return null;
}
