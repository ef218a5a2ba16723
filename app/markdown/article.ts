import { absoluteImageUrl, absoluteUrl } from "~/article/absolute-url";
import { filledRows } from "~/article/filled-rows";
import type { SitePlace } from "~/article/site-place.server";
import { type LakeArticle, type TextGroup, textGroups } from "~/article/text-groups";
import {
  blocks,
  code,
  codeBlock,
  image,
  joined,
  link,
  type Markdown,
  md,
  quote,
  strong,
  table,
} from "./markdown";
import { textBlocks } from "./text-blocks";

/** The body of an article: text, pictures, code, quotes, callouts, tables and links to videos. */
export const articleMarkdown = (content: LakeArticle, place: SitePlace): Markdown =>
  blocks(...textGroups(content).map((group) => groupMarkdown(group, place)));

const tones: Record<string, string | undefined> = { tip: "Tip", warning: "Warning" };

function groupMarkdown(group: TextGroup, place: SitePlace): Markdown {
  if (Array.isArray(group)) return textBlocks(group, place.origin);
  switch (group._type) {
    case "code":
      return blocks(code(group.filename), codeBlock(group.code, group.language));
    case "image": {
      const url = absoluteImageUrl(group, place);
      return url ? blocks(image(group.alt, url), group.caption) : joined([]);
    }
    case "quote": {
      const source = joined([group.attribution, group.role], ", ");
      return quote(blocks(group.text, source.text && md`— ${source}`));
    }
    case "callout": {
      const title = group.title || tones[group.tone ?? ""] || "Note";
      return quote(blocks(strong(title), textBlocks(group.content, place.origin)));
    }
    case "table": {
      const [head, ...rows] = filledRows(group.rows ?? []).map(({ cells }) => cells ?? []);
      return head ? blocks(table(head, rows), group.caption) : joined([]);
    }
    case "video": {
      const url = absoluteUrl(group.url, place.origin);
      return url?.startsWith("http") ? link(group.title, url) : joined([]);
    }
    default:
      return joined([]);
  }
}
