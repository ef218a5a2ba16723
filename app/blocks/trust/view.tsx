import { Accordion, AccordionItem } from "~/ui/accordion";
import { useField } from "~/ui/editable-field";
import { Container } from "~/ui/container";
import { Icon } from "~/ui/icon";
import { TrimMarks } from "~/ui/print-ornaments";
import type { Block } from "../block";

/**
 * Why to trust the product, printed on paper: the heading beside its promises, and on a phone an
 * accordion of which any number may be open.
 */
export function Trust({ section }: { section: Block<"homeTrust"> }) {
  const field = useField();
  return (
    <section
      id="trust"
      aria-labelledby="trust-title"
      className="on-paper bg-ground text-foreground"
    >
      <Container className="relative grid gap-x-16 gap-y-10 py-16 sm:py-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] print:py-8">
        <TrimMarks />
        <div>
          <h2 id="trust-title" className="text-heading font-semibold" {...field("heading")}>
            {section.heading}
          </h2>
          {section.lead && (
            <p className="mt-4 text-lead text-muted" {...field("lead")}>
              {section.lead}
            </p>
          )}
        </div>
        <Accordion className="md:hidden">
          {section.cards.map((card) => (
            <AccordionItem
              key={card._key}
              title={
                <span className="flex items-center gap-3.5">
                  <Icon name={card.icon} strokeWidth={1.5} className="text-action" />
                  {card.title}
                </span>
              }
            >
              {card.description}
            </AccordionItem>
          ))}
        </Accordion>
        <ul className="grid gap-x-12 gap-y-10 max-md:hidden md:grid-cols-2">
          {section.cards.map((card) => (
            <li key={card._key} className="border-t-2 border-foreground pt-5">
              <h3 className="flex items-center justify-between gap-4 text-xl font-semibold tracking-tight">
                {card.title}
                <Icon name={card.icon} strokeWidth={1.5} className="text-mark" />
              </h3>
              <p className="mt-2 text-muted">{card.description}</p>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  );
}
