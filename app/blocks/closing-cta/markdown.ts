import type { SitePlace } from "~/article/site-place.server";
import type { Markdown } from "~/markdown/markdown";
import { actions, headed } from "~/markdown/outline";
import type { LakeBlock } from "../lake-block";

export const closingCtaMarkdown = (
  block: LakeBlock<"homeClosingCta">,
  { origin }: SitePlace,
): Markdown => headed(block, actions(origin, block.primaryCta, block.secondaryCta), block.note);
