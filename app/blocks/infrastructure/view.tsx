import { Icon } from "~/ui/icon";
import { Section } from "~/ui/section";
import { headingFields, type Block } from "../block";

/** What the platform runs on: columns under a rule, as in a colophon. */
export function Infrastructure({ section }: { section: Block<"homeInfrastructure"> }) {
  return (
    <Section
      id="infrastructure"
      title={section.heading}
      intro={section.lead}
      fields={headingFields}
      className="bg-surface"
    >
      <ul className="grid gap-x-12 gap-y-8 md:grid-cols-3">
        {section.cards.map((card) => (
          <li key={card._key} className="border-t border-line-strong pt-5">
            <h3 className="flex items-center gap-3 text-lg font-semibold tracking-tight">
              <Icon name={card.icon} strokeWidth={1.5} className="text-action" />
              {card.title}
            </h3>
            <p className="mt-2 text-[0.9375rem] text-muted">{card.description}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
