import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Section } from "~/ui/section";
import { SiteLink } from "~/ui/site-link";
import { headingFields, type Block } from "../block";

/** What the product does for each kind of customer. */
export function Solutions({ section }: { section: Block<"homeSolutions"> }) {
  const { callToAction } = section;
  return (
    <Section
      id="solutions"
      title={section.heading}
      intro={section.lead}
      fields={headingFields}
      aside={
        callToAction && (
          <Button asChild variant="outline">
            <SiteLink href={callToAction.href} event={callToAction.event}>
              {callToAction.label}
              <Icon name="arrow-right" />
            </SiteLink>
          </Button>
        )
      }
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {section.solutions.map((solution) => (
          <li key={solution._id}>
            <SiteLink
              href={solution.slug && `/solutions/${solution.slug}`}
              className="group/card flex h-full flex-col rounded-lg border border-line bg-ink-900 p-6 transition-colors hover:border-line-strong hover:bg-ink-850 sm:p-7"
            >
              <span className="flex items-center justify-between">
                <Icon name={solution.icon} strokeWidth={1.5} className="size-7 text-cyan" />
                <Icon
                  name="arrow-right"
                  className="size-5 text-paper-3 transition-[translate,color] group-hover/card:translate-x-0.5 group-hover/card:text-cyan"
                />
              </span>
              <h3 className="mt-6 text-lg font-semibold tracking-tight">{solution.title}</h3>
              <span className="mt-2 block text-[0.9375rem] text-paper-2">
                {solution.shortDescription}
              </span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
