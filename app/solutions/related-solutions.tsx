import type { SolutionQueryResult } from "~/content/types.generated";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Section } from "~/ui/section";
import { SiteLink } from "~/ui/site-link";

type Details = NonNullable<NonNullable<SolutionQueryResult>["details"]>;

/** The solutions that an editor put beside this one. */
export function RelatedSolutions({ solutions }: { solutions: Details["relatedSolutions"] }) {
  const shown = solutions.filter(({ slug }) => slug);
  if (shown.length === 0) return null;
  return (
    <Section
      id="related"
      title="Related solutions"
      aside={
        <Button asChild variant="outline">
          <SiteLink href="/solutions">View All Solutions</SiteLink>
        </Button>
      }
    >
      <ul className="grid gap-4 md:grid-cols-3">
        {shown.map(({ _id, icon, title, slug, shortDescription }) => (
          <li
            key={_id}
            className="group/card relative flex flex-col rounded-lg border border-line bg-surface p-6 transition-colors hover:border-line-strong hover:bg-surface-2 sm:p-7"
          >
            <span className="flex items-center justify-between">
              <Icon name={icon} strokeWidth={1.5} className="size-7 text-action" />
              <Icon
                name="arrow-right"
                className="size-5 text-faint transition-[translate,color] group-hover/card:translate-x-0.5 group-hover/card:text-action"
              />
            </span>
            <h3 className="mt-6 text-lg font-semibold tracking-tight">
              <SiteLink
                href={`/solutions/${slug}`}
                className="outline-offset-4 after:absolute after:inset-0"
              >
                {title}
              </SiteLink>
            </h3>
            <p className="mt-2 text-[0.9375rem] text-muted">{shortDescription}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
