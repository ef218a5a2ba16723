import { CallToAction } from "~/ui/call-to-action";
import { Icon } from "~/ui/icon";
import { Section } from "~/ui/section";
import { headingFields, type Block } from "../block";

/** The links to the external documentation, in a row each. */
export function ApiDocs({ section }: { section: Block<"homeApiDocs"> }) {
  return (
    <Section id="api-docs" title={section.heading} intro={section.lead} fields={headingFields}>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {section.cards.map(({ _key, icon, title, description, callToAction }) => (
          <li
            key={_key}
            className="flex flex-wrap items-center gap-x-6 gap-y-4 p-6 sm:flex-nowrap sm:px-8 max-sm:*:last:w-full"
          >
            <Icon name={icon} strokeWidth={1.5} className="size-8 text-action" />
            <div className="min-w-0 flex-1">
              <h3 className="text-lg font-semibold tracking-tight">{title}</h3>
              <p className="mt-1 text-muted">{description}</p>
            </div>
            <CallToAction link={callToAction} variant="secondary" />
          </li>
        ))}
      </ul>
    </Section>
  );
}
