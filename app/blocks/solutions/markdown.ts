import type { SitePlace } from "~/article/site-place.server";
import { list, type Markdown } from "~/markdown/markdown";
import { actions, headed, pageLink } from "~/markdown/outline";
import type { LakeBlock } from "../lake-block";

export const solutionsMarkdown = (
  block: LakeBlock<"homeSolutions">,
  { origin }: SitePlace,
): Markdown =>
  headed(
    block,
    list(
      block.solutions.map(({ title, slug, shortDescription }) =>
        pageLink(origin, `/solutions/${slug}`, title, shortDescription),
      ),
    ),
    actions(origin, block.callToAction),
  );
