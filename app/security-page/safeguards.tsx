import type { SecurityPageQueryResult } from "~/content/types.generated";
import { Cell, CellGrid } from "~/ui/cell-grid";
import { Icon } from "~/ui/icon";
import { Section } from "~/ui/section";

type Page = NonNullable<SecurityPageQueryResult>;

/** What protects the documents of customers, a card each. */
export function Safeguards({ page }: { page: Page }) {
  if (page.cards.length === 0) return null;
  return (
    <Section id="safeguards" title={page.cardsHeading || "How we protect your documents"}>
      <CellGrid className="sm:grid-cols-2 lg:grid-cols-3">
        {page.cards.map(({ _id, icon, title, description }) => (
          <Cell key={_id} className="p-7 sm:p-9">
            <span className="grid size-12 place-items-center rounded-lg border border-line-strong bg-surface-2">
              <Icon name={icon} strokeWidth={1.5} className="text-action" />
            </span>
            <h3 className="mt-7 text-lg font-semibold tracking-tight">{title}</h3>
            <p className="mt-2 text-muted">{description}</p>
          </Cell>
        ))}
      </CellGrid>
    </Section>
  );
}
