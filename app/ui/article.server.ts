import type { PostQueryResult } from "~/content/types.generated";
import { highlight } from "./highlight.server";

type LakeArticle = NonNullable<PostQueryResult>["content"];

/** The body of an article as the browser gets it: as the lake has it, its code in colours. */
export function prepareArticle(content: LakeArticle) {
  return Promise.all(
    content.map(async (block) =>
      block._type === "code"
        ? { _key: block._key, _type: block._type, highlighted: await highlight(block) }
        : block,
    ),
  );
}

export type ArticleContent = Awaited<ReturnType<typeof prepareArticle>>;
export type ArticleBlock<Type extends ArticleContent[number]["_type"]> = Extract<
  ArticleContent[number],
  { _type: Type }
>;
