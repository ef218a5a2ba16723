import type { SitePlace } from "~/article/site-place.server";
import { list, type Markdown, section } from "~/markdown/markdown";
import { headed, pageLink } from "~/markdown/outline";
import type { LakeBlock } from "../lake-block";

export const featuresMarkdown = (
  block: LakeBlock<"homeFeatures">,
  { origin }: SitePlace,
): Markdown =>
  headed(
    block,
    ...block.categories.map(({ title, features }) =>
      section(
        3,
        title,
        list(
          features.map(({ title, slug, desc }) => pageLink(origin, `/docs/${slug}`, title, desc)),
        ),
      ),
    ),
  );
