import { parseVideoUrl, videoServices } from "../../schemas/paths/video-url";
import { environment } from "@domain/environment.server";
import { highlight } from "~/ui/highlight.server";
import type { LakeArticle } from "./text-groups";

/**
 * The body of an article as the browser receives it: the lake's fields, with highlighted code and
 * video players.
 */
export function prepareArticle(content: LakeArticle) {
  return Promise.all(
    content.map(async (block) => {
      if (block._type === "code") {
        return { _key: block._key, _type: block._type, highlighted: await highlight(block) };
      }
      return block._type === "video" ? { ...block, ...playerOf(block.url) } : block;
    }),
  );
}

/** The video's host, and the URL of its player where our pages' policy allows that in a frame. */
function playerOf(url: string | null) {
  const video = parseVideoUrl(url);
  if (!video) return { url: null, service: null, player: null };
  const mayPlay = environment.VIDEO_PLAYERS.includes(video.service);
  return {
    service: videoServices[video.service].title,
    player: mayPlay ? video.player : null,
  };
}

export type ArticleContent = Awaited<ReturnType<typeof prepareArticle>>;
export type ArticleBlock<Type extends ArticleContent[number]["_type"]> = Extract<
  ArticleContent[number],
  { _type: Type }
>;
