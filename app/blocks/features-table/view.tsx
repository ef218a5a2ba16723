import { cx } from "class-variance-authority";
import { Badge } from "~/ui/badge";
import { formatDollars } from "~/ui/format-number";
import { PlanValue } from "~/plans/plan-value";
import { Section } from "~/ui/section";
import { SiteLink } from "~/ui/site-link";
import { headingFields, type Block } from "../block";

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

const firstColumn = "sticky left-0 bg-ink-900 px-3 text-left sm:px-6";
/** The headers stick under the navigation bar where the table does not scroll by itself. */
const head = "border-b border-line lg:sticky lg:top-(--nav-height) lg:z-10";

function ComparisonTable({ title, comparison }: { title: string; comparison: Comparison }) {
  const { columns, groups } = comparison;
  return (
    // It scrolls sideways on a phone, so the keyboard must reach it.
    <div
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={`${title}: the table`}
      className="relative overflow-x-auto rounded-lg border border-line bg-ink-900 lg:overflow-visible"
    >
      <table
        style={{ minWidth: `${7 + columns.length * 4.25}rem` }}
        className="w-full table-fixed border-separate border-spacing-0 text-[0.8125rem] sm:text-[0.9375rem]"
      >
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="align-bottom">
            <th
              scope="col"
              className={cx(
                firstColumn,
                head,
                "w-[34%] rounded-tl-lg py-5 font-medium text-paper-3",
              )}
            >
              Feature
            </th>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cx(
                  head,
                  "px-0.5 py-5 text-center font-normal last:rounded-tr-lg",
                  shade(column),
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
                <span className="block font-mono text-[0.625rem] text-paper-3 sm:text-[0.8125rem]">
                  {column.price !== null &&
                    formatDollars(column.price) + (column.period ? `/${column.period}` : "")}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group._key}>
            <tr>
              <th
                scope="rowgroup"
                className={cx(
                  firstColumn,
                  "pt-7 pb-3 font-mono text-[0.625rem] sm:text-[0.8125rem] font-medium text-paper-3",
                )}
              >
                {group.title}
              </th>
              {columns.map((column) => (
                <td key={column.id} className={shade(column)} />
              ))}
            </tr>
            {group.rows.map((row) => (
              <tr key={row._key}>
                <th
                  scope="row"
                  className={cx(firstColumn, "border-t border-line py-3 font-normal text-paper-2")}
                >
                  {row.slug ? (
                    <SiteLink
                      href={`/docs/${row.slug}`}
                      className="underline-offset-4 hover:text-paper hover:underline"
                    >
                      {row.name}
                    </SiteLink>
                  ) : (
                    row.name
                  )}
                </th>
                {columns.map((column) => (
                  <td
                    key={column.id}
                    className={cx("border-t border-line px-1 py-3 text-center", shade(column))}
                  >
                    <PlanValue value={row.values.find(({ plan }) => plan === column.id)?.value} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function shade({ recommended }: { recommended: boolean }) {
  return recommended ? "bg-ink-850" : "bg-ink-900";
}
