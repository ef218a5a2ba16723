import type { PostQueryResult } from "~/content/types.generated";
import type { TextBlock } from "~/ui/rich-text";

/** The body of an article as the lake returns it. */
export type LakeArticle = NonNullable<PostQueryResult>["content"];
type Block = LakeArticle[number];

export type TextGroup = TextBlock[] | Exclude<Block, { _type: "block" }>;

/**
 * Consecutive text blocks in one piece, so that the points of a list stay together; every other
 * block alone.
 */
export function textGroups(content: LakeArticle): TextGroup[] {
  const found: TextGroup[] = [];
  for (const block of content) {
    const last = found.at(-1);
    if (block._type !== "block") found.push(block);
    else if (Array.isArray(last)) last.push(block);
    else found.push([block]);
  }
  return found;
}
