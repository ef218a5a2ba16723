import type { SitePlace } from "~/article/site-place.server";
import { list, type Markdown, section, table } from "~/markdown/markdown";
import { actions, headed } from "~/markdown/outline";
import { planPrice } from "~/ui/format/plan-price";
import { formatNumber } from "~/ui/format/format-number";
import type { LakeBlock } from "../lake-block";

/** The plans with their prices as a table, then what each includes. */
export const pricingMarkdown = (
  { plans, note, ...block }: LakeBlock<"homePricing">,
  { origin }: SitePlace,
): Markdown =>
  headed(
    block,
    table(
      ["Plan", "Price", "Credits", "For"],
      plans.map((plan) => [
        plan.name,
        planPrice(plan),
        plan.credits === null ? "" : formatNumber(plan.credits),
        plan.description,
      ]),
    ),
    ...plans.map((plan) =>
      section(
        3,
        plan.name,
        list(plan.features),
        plan.note,
        actions(origin, { label: plan.ctaText, href: plan.ctaLink }),
      ),
    ),
    note,
  );
