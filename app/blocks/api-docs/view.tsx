import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Section } from "~/ui/section";
import { SiteLink } from "~/ui/site-link";
import { headingFields, type Block } from "../block";

/** The links to the external documentation. */
export function ApiDocs({ section }: { section: Block<"homeApiDocs"> }) {
  return (
    <Section id="api-docs" title={section.heading} intro={section.lead} fields={headingFields}>
      <ul className="grid gap-4 md:grid-cols-2">
        {section.cards.map(({ _key, icon, title, description, callToAction }) => (
          <li
            key={_key}
            className="flex flex-col items-start rounded-lg border border-line bg-ink-900 p-7 sm:p-9"
          >
            <Icon name={icon} strokeWidth={1.5} className="size-8 text-cyan" />
            <h3 className="mt-6 text-xl font-semibold tracking-tight">{title}</h3>
            <p className="mt-2 mb-7 max-w-md text-paper-2">{description}</p>
            {callToAction && (
              <Button asChild variant="secondary" className="mt-auto">
                <SiteLink href={callToAction.href} event={callToAction.event}>
                  {callToAction.label}
                  <Icon name="arrow-up-right" />
                </SiteLink>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
