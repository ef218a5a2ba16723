/** A piece of a comment: everything else than links and code stays text. */
export interface TextPart {
  kind: "text" | "code" | "link";
  text: string;
}

const special = /`([^`\n]+)`|(https?:\/\/[^\s<>"'`]+)/g;

/** What ends a sentence is no part of a link before it. */
const signsOfEnd = ".,;:!?)]}";

/** By a loop: an expression for it took quadratic time over a link of dots. */
function withoutEnd(address: string): string {
  let end = address.length;
  while (end > 0 && signsOfEnd.includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}

/** Splits the text of a comment into text, `code` and links. */
export function commentParts(comment: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of comment.matchAll(special)) {
    const [whole, code, address] = match;
    const link = withoutEnd(address ?? "");
    if (code === undefined && !isUrl(link)) continue;
    if (match.index > end) parts.push({ kind: "text", text: comment.slice(end, match.index) });
    parts.push(code === undefined ? { kind: "link", text: link } : { kind: "code", text: code });
    end = match.index + (code === undefined ? link.length : whole.length);
  }
  if (end < comment.length) parts.push({ kind: "text", text: comment.slice(end) });
  return parts;
}

/**
 * By an expression instead of the URL parser: that of Node and that of a browser differ in what
 * they accept, and a page that React renders differently in the browser is thrown away. Besides, it
 * takes time that grows with the square of a host that is not ASCII.
 */
const url =
  /^https?:\/\/(?=[^/?#:]{1,253}(?:[/?#:]|$))(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d](?::\d{1,5})?(?:[/?#]|$)/i;

// What is before an "@" would look like the host, and is none here.
const isUrl = (text: string): boolean => url.test(text);
