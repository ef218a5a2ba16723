import { cx } from "class-variance-authority";
import type { AboutPageQueryResult } from "~/content/types.generated";
import { Cell, CellGrid } from "~/ui/cell-grid";
import { Icon } from "~/ui/icon";
import { Section } from "~/ui/section";

type Page = NonNullable<AboutPageQueryResult>;

/** The process inks in the order of the press: one per value. */
const inks = [
  { bar: "bg-action", icon: "text-action" },
  { bar: "bg-mark", icon: "text-mark" },
  { bar: "bg-highlight", icon: "text-highlight" },
  { bar: "bg-foreground", icon: "text-foreground" },
];

/** The company's values. */
export function Values({ page }: { page: Page }) {
  if (page.values.length === 0) return null;
  return (
    <Section id="values" title={page.valuesHeading || "Our values"}>
      <CellGrid className="sm:grid-cols-2">
        {page.values.map(({ _id, icon, title, description }, index) => {
          const ink = inks[index % inks.length];
          return (
            <Cell key={_id} className="relative p-7 sm:p-10">
              <i aria-hidden className={cx("absolute top-0 left-0 h-1 w-16", ink?.bar)} />
              <Icon name={icon} strokeWidth={1.5} className={cx("size-8", ink?.icon)} />
              <h3 className="mt-8 text-2xl font-semibold tracking-tight">{title}</h3>
              <p className="mt-2.5 max-w-md text-muted">{description}</p>
            </Cell>
          );
        })}
      </CellGrid>
    </Section>
  );
}
