import type { SitePlace } from "~/article/site-place.server";
import { joined, type Markdown, section, table } from "~/markdown/markdown";
import { headed, pageLink } from "~/markdown/outline";
import { planValueText } from "~/plans/plan-value-text";
import { planPrice } from "~/ui/format/plan-price";
import type { LakeBlock } from "../lake-block";

/** The plans side by side, a table for each group of features. */
export function featuresTableMarkdown(
  block: LakeBlock<"homeFeaturesTable">,
  { origin }: SitePlace,
): Markdown {
  const { columns, groups } = block.comparison ?? { columns: [], groups: [] };
  const heads = columns.map((column) => joined([column.name, planPrice(column)], ", "));
  const tables = groups.map((group) => {
    const rows = group.rows.map(({ name, slug, values }) => [
      slug ? pageLink(origin, `/docs/${slug}`, name) : name,
      ...columns.map(({ id }) => planValueText(values.find(({ plan }) => plan === id)?.value)),
    ]);
    return section(3, group.title, table(["Feature", ...heads], rows));
  });
  return headed(block, ...tables);
}
