import type { SitePlace } from "~/article/site-place.server";
import { joined, list, type Markdown } from "~/markdown/markdown";
import { actions, headed, point } from "~/markdown/outline";
import type { LakeBlock } from "../lake-block";

export const apiDocsMarkdown = (block: LakeBlock<"homeApiDocs">, { origin }: SitePlace): Markdown =>
  headed(
    block,
    list(block.cards.map((card) => joined([point(card), actions(origin, card.callToAction)], " "))),
  );
