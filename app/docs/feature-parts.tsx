import type { FeatureQueryResult } from "~/content/types.generated";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { PlanValue } from "~/plans/plan-value";
import { SiteLink } from "~/ui/site-link";
import type { DocsFeature } from "./docs-index";

type Feature = NonNullable<FeatureQueryResult>;

const heading = "text-lg font-semibold tracking-tight";

/** The parameters of a call; on a phone each description is below its name. */
export function Parameters({ parameters }: Pick<Feature, "parameters">) {
  if (parameters.length === 0) return null;
  return (
    <section aria-labelledby="parameters">
      <h2 id="parameters" className={heading}>
        Parameters
      </h2>
      <table className="mt-4 w-full border-y border-line text-left text-[0.9375rem] max-sm:block">
        <caption className="sr-only">Parameters of the call</caption>
        <thead className="max-sm:sr-only">
          <tr className="font-mono text-[0.8125rem] text-faint">
            <th scope="col" className="py-2.5 pr-6 font-medium">
              Name
            </th>
            <th scope="col" className="py-2.5 font-medium">
              Description
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {parameters.map(({ _key, name, type, required, description }) => (
            <tr
              key={_key}
              className="border-line not-first:border-t max-sm:block max-sm:py-4 sm:border-t"
            >
              <th
                scope="row"
                className="align-top font-normal max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 sm:py-4 sm:pr-6"
              >
                <code className="font-mono text-sm font-semibold text-foreground">{name}</code>
                <span className="block font-mono text-[0.8125rem] text-faint">{type}</span>
                {required && (
                  <Badge tone="highlight" className="sm:mt-2">
                    required
                  </Badge>
                )}
              </th>
              <td className="align-top text-muted max-sm:mt-2 max-sm:block sm:py-4">
                {description}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface AvailabilityProps {
  plans: readonly { id: string; name: string; value: string | boolean }[];
}

/** What each plan gives, as in the plan comparison. */
export function Availability({ plans }: AvailabilityProps) {
  if (plans.length === 0) return null;
  return (
    <section aria-labelledby="plans">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="plans" className={heading}>
          Plans
        </h2>
        <SiteLink
          href="/#features-table"
          className="text-sm text-muted underline decoration-line-strong underline-offset-4 hover:text-foreground"
        >
          Compare all plans
        </SiteLink>
      </div>
      <dl className="mt-4 grid auto-cols-fr grid-flow-col rounded-lg border border-line bg-surface">
        {plans.map(({ id, name, value }) => (
          <div key={id} className="border-line px-3 py-4 text-center not-first:border-l sm:px-5">
            <dt className="text-sm text-faint">{name}</dt>
            <dd className="mt-1.5 grid min-h-7 place-items-center text-[0.9375rem]">
              <PlanValue value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The link to the solution that the feature belongs to. */
export function SolutionLink({ solution }: { solution: Feature["solutionCard"] }) {
  if (!solution?.slug) return null;
  return (
    <section
      aria-labelledby="solution"
      className="group/card relative rounded-lg border border-line bg-surface p-6 transition-colors hover:border-line-strong hover:bg-surface-2"
    >
      <p className="font-mono text-[0.8125rem] text-faint">Solution</p>
      <h2 id="solution" className={`mt-2 flex items-center justify-between gap-4 ${heading}`}>
        <SiteLink
          href={`/solutions/${solution.slug}`}
          className="outline-offset-4 after:absolute after:inset-0"
        >
          {solution.title}
        </SiteLink>
        <Icon
          name="arrow-right"
          className="size-5 shrink-0 text-faint transition-[translate,color] group-hover/card:translate-x-0.5 group-hover/card:text-action"
        />
      </h2>
      <p className="mt-1.5 text-[0.9375rem] text-muted">{solution.shortDescription}</p>
    </section>
  );
}

interface NeighborsProps {
  beside: { previous: DocsFeature | null; next: DocsFeature | null };
  category: string | null;
}

/** The features before and after this one in its category. */
export function Neighbors({ beside: { previous, next }, category }: NeighborsProps) {
  if (!previous && !next) return null;
  return (
    <nav
      aria-label={category ? `More in ${category}` : "More features"}
      data-print="hide"
      className="mt-16 grid gap-4 border-t border-line pt-8 sm:grid-cols-2"
    >
      {previous && (
        <SiteLink href={`/docs/${previous.slug}`} className={neighbor}>
          <span className="flex items-center gap-2 text-sm text-faint">
            <Icon name="arrow-left" className="size-4" />
            Previous
          </span>
          <span className="mt-1 block font-semibold">{previous.title}</span>
        </SiteLink>
      )}
      {next && (
        <SiteLink href={`/docs/${next.slug}`} className={`${neighbor} text-right sm:col-start-2`}>
          <span className="flex items-center justify-end gap-2 text-sm text-faint">
            Next
            <Icon name="arrow-right" className="size-4" />
          </span>
          <span className="mt-1 block font-semibold">{next.title}</span>
        </SiteLink>
      )}
    </nav>
  );
}

const neighbor =
  "rounded-lg border border-line bg-surface px-5 py-4 transition-colors hover:border-line-strong hover:bg-surface-2";
