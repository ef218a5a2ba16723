import { cx } from "class-variance-authority";
import { useState } from "react";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { planPrice } from "~/ui/format/plan-price";
import { PlanValue } from "~/plans/plan-value";
import { Section } from "~/ui/section";
import { SiteLink } from "~/ui/site-link";
import { headingFields, type Block } from "../block";
import { byDifference, mostDifferent } from "./differences";

type Comparison = NonNullable<Block<"homeFeaturesTable">["comparison"]>;

/** The plans side by side, feature by feature. */
export function FeaturesTable({ section }: { section: Block<"homeFeaturesTable"> }) {
  return (
    <Section
      id="features-table"
      title={section.heading}
      intro={section.lead}
      fields={headingFields}
    >
      {section.comparison && (
        <ComparisonTable title={section.heading} comparison={section.comparison} />
      )}
    </Section>
  );
}

const firstColumn = "sticky left-0 bg-surface px-3 text-left sm:px-6";
/** The headers stick under the navigation bar where the table does not scroll by itself. */
const head = "border-b border-line lg:sticky lg:top-(--nav-height) lg:z-10";

function ComparisonTable({ title, comparison }: { title: string; comparison: Comparison }) {
  const { columns, groups } = comparison;
  const plans = columns.map(({ id }) => id ?? "");
  const firstOpen = mostDifferent(groups, plans);
  return (
    // It scrolls sideways on a phone, so the keyboard must reach it.
    <div
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={`${title}: the table`}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface lg:overflow-visible"
    >
      <table
        style={{ minWidth: `${7 + columns.length * 4.25}rem` }}
        className="w-full table-fixed border-separate [border-spacing:0] text-[0.8125rem] sm:text-[0.9375rem]"
      >
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="align-bottom">
            <th
              scope="col"
              className={cx(
                firstColumn,
                head,
                "w-[40%] rounded-tl-lg py-5 font-medium text-faint sm:w-[34%]",
              )}
            >
              Feature
            </th>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                // Read out with each cell, without the price and the button.
                abbr={column.name ?? undefined}
                className={cx(
                  head,
                  "px-0.5 py-5 text-center font-normal last:rounded-tr-lg",
                  shade(column) ?? "bg-surface",
                )}
              >
                {column.recommended && (
                  <Badge
                    tone="solid"
                    className="mb-2 max-md:h-5 max-md:px-1 max-md:text-[0.5625rem]"
                  >
                    Most Popular
                  </Badge>
                )}
                <span className="block text-xs font-semibold whitespace-nowrap sm:text-base">
                  {column.name}
                </span>
                <span className="block font-mono text-[0.625rem] text-faint sm:text-[0.8125rem]">
                  {planPrice(column)}
                </span>
                <Button
                  asChild
                  size="sm"
                  variant={column.recommended ? "default" : "outline"}
                  className="mt-3 max-md:hidden print:hidden"
                >
                  <SiteLink href={column.ctaLink}>{column.ctaText}</SiteLink>
                </Button>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group, index) => (
          <Group
            key={group._key}
            group={group}
            columns={columns}
            startsOpen={index === firstOpen}
          />
        ))}
      </table>
    </div>
  );
}

interface GroupProps {
  group: Comparison["groups"][number];
  columns: Comparison["columns"];
  startsOpen: boolean;
}

/** A group of rows; closed it says how many of them each plan includes. */
function Group({ group, columns, startsOpen }: GroupProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const plans = columns.map(({ id }) => id ?? "");
  const valueOf = (row: (typeof group.rows)[number], id: string) =>
    row.values.find(({ plan }) => plan === id)?.value;
  return (
    <tbody className="comparison">
      <tr>
        <th scope="rowgroup">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="flex w-full items-center gap-1.5 py-3.5 pr-1 pl-2 text-left leading-snug font-semibold -outline-offset-2 hover:text-action sm:gap-2 sm:px-6"
          >
            <Icon
              name="chevron-down"
              className={cx(
                "size-4 text-faint transition-transform print:hidden",
                !isOpen && "-rotate-90",
              )}
            />
            {group.title}
          </button>
        </th>
        {columns.map((column) => (
          <td
            key={column.id}
            className={cx("font-mono text-xs text-faint sm:text-[0.8125rem]", shade(column))}
          >
            {!isOpen &&
              `${group.rows.filter((row) => valueOf(row, column.id)).length} of ${group.rows.length}`}
          </td>
        ))}
      </tr>
      {byDifference(group.rows, plans).map((row) => (
        <tr key={row._key} hidden={!isOpen} data-folded>
          <th scope="row">
            {row.slug ? <SiteLink href={`/docs/${row.slug}`}>{row.name}</SiteLink> : row.name}
          </th>
          {columns.map((column) => (
            <td key={column.id} className={shade(column)}>
              <PlanValue value={valueOf(row, column.id)} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function shade({ recommended }: { recommended: boolean }) {
  return recommended ? "bg-surface-2" : undefined;
}
