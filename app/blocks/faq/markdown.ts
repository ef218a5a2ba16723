import type { SitePlace } from "~/article/site-place.server";
import { type Markdown, section } from "~/markdown/markdown";
import { headed } from "~/markdown/outline";
import { textBlocks } from "~/markdown/text-blocks";
import type { LakeBlock } from "../lake-block";

export const faqMarkdown = (faq: LakeBlock<"homeFaq">, { origin }: SitePlace): Markdown =>
  headed(
    faq,
    ...faq.questions.map(({ question, answer }) =>
      section(3, question, textBlocks(answer, origin)),
    ),
  );
