import { Accordion, AccordionItem } from "~/ui/accordion";
import { Icon } from "~/ui/icon";
import { Section } from "~/ui/section";
import { headingFields, type Block } from "../block";

/**
 * Why to trust the product: cards side by side, and on a phone an accordion of which any number may
 * be open.
 */
export function Trust({ section }: { section: Block<"homeTrust"> }) {
  return (
    <Section id="trust" title={section.heading} intro={section.lead} fields={headingFields}>
      <Accordion className="md:hidden">
        {section.cards.map((card) => (
          <AccordionItem
            key={card._key}
            title={
              <span className="flex items-center gap-3.5">
                <Icon name={card.icon} strokeWidth={1.5} className="text-cyan" />
                {card.title}
              </span>
            }
          >
            {card.description}
          </AccordionItem>
        ))}
      </Accordion>
      <ul className="grid gap-x-10 gap-y-12 max-md:hidden md:grid-cols-2 lg:grid-cols-4">
        {section.cards.map((card) => (
          <li key={card._key} className="border-t border-line-strong pt-6">
            <Icon name={card.icon} strokeWidth={1.5} className="size-7 text-cyan" />
            <h3 className="mt-5 text-lg font-semibold tracking-tight">{card.title}</h3>
            <p className="mt-2 text-[0.9375rem] text-paper-2">{card.description}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
