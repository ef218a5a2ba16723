import type { TextBlock } from "~/ui/rich-text";

export interface ArticleHeading {
  /** The key of the heading's block. */
  key: string;
  /** Its anchor: the words in lower case, numbered where several are the same. */
  anchor: string;
  text: string;
  level: 2 | 3 | 4;
}

const levels: Record<string, ArticleHeading["level"]> = { h2: 2, h3: 3, h4: 4 };

/** The headings of an article in their order, for anchors and the table of contents. */
export function articleHeadings(
  content: readonly (Pick<TextBlock, "style" | "children"> & { _key: string })[],
): ArticleHeading[] {
  const taken = new Map<string, number>();
  return content.flatMap(({ _key, style, children }) => {
    const level = levels[style ?? ""];
    const text = (children ?? []).map((child) => child.text ?? "").join("");
    if (!level || !text.trim()) return [];
    const words = anchorOf(text);
    const count = (taken.get(words) ?? 0) + 1;
    taken.set(words, count);
    return [{ key: _key, anchor: count > 1 ? `${words}-${count}` : words, text, level }];
  });
}

/** Of a heading, in its anchor. */
const maxAnchorLength = 200;

/** Cut first: normalizing takes time that grows with the square of a run of accents. */
function anchorOf(text: string): string {
  const words = text
    .slice(0, maxAnchorLength)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{Mark}/gu, "")
    .match(/[\p{Letter}\p{Number}]+/gu);
  return words?.join("-") ?? "section";
}
