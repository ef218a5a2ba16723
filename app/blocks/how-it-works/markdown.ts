import type { SitePlace } from "~/article/site-place.server";
import { codeBlock, joined, listItem, type Markdown, md } from "~/markdown/markdown";
import { headed, pageLink, point } from "~/markdown/outline";
import type { LakeBlock } from "../lake-block";

export function howItWorksMarkdown(
  { call, sample, steps, ...block }: LakeBlock<"homeHowItWorks">,
  { origin }: SitePlace,
): Markdown {
  const plan = call?.plan?.price ? call.plan.name : null;
  return headed(
    block,
    joined(
      steps.map((step, index) => listItem(`${index + 1}. `, point(step))),
      "\n",
    ),
    codeBlock(sample?.code, sample?.language),
    // The page must not show next to "Start free" what the Free plan refuses.
    call &&
      plan &&
      md`${pageLink(origin, call.path, call.title)} needs the ${plan} plan or a larger one.`,
  );
}
