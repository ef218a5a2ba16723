import { Icon } from "~/ui/icon";
import { Section } from "~/ui/section";
import { headingFields, type Block } from "../block";

/** What the platform runs on. */
export function Infrastructure({ section }: { section: Block<"homeInfrastructure"> }) {
  return (
    <Section
      id="infrastructure"
      title={section.heading}
      intro={section.lead}
      fields={headingFields}
    >
      <ul className="grid overflow-hidden rounded-lg border border-line bg-ink-900 md:grid-cols-3">
        {section.cards.map((card) => (
          <li key={card._key} className="-mr-px -mb-px border-r border-b border-line p-7 sm:p-8">
            <Icon name={card.icon} strokeWidth={1.5} className="size-7 text-cyan" />
            <h3 className="mt-6 text-lg font-semibold tracking-tight">{card.title}</h3>
            <p className="mt-2 text-[0.9375rem] text-paper-2">{card.description}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
