import type { SolutionQueryResult } from "~/content/types.generated";
import { Cell, CellGrid } from "~/ui/cell-grid";
import { RegistrationMark } from "~/ui/print-ornaments";
import { Section } from "~/ui/section";

type Details = NonNullable<NonNullable<SolutionQueryResult>["details"]>;
type Point = Details["keyFeatures"][number];

interface PointsProps {
  points: readonly Point[];
}

/** What the product does here, numbered like plates. */
export function KeyFeatures({ points }: PointsProps) {
  if (points.length === 0) return null;
  return (
    <Section id="key-features" title="Key features">
      <CellGrid className={points.length % 3 === 0 ? "md:grid-cols-3" : "md:grid-cols-2"}>
        {points.map(({ _key, title, description }, index) => (
          <Cell key={_key} className="p-6 sm:p-8">
            <p aria-hidden className="font-mono text-[0.8125rem] text-action">
              {String(index + 1).padStart(2, "0")}
            </p>
            <h3 className="mt-4 text-lg leading-snug font-semibold tracking-tight">{title}</h3>
            <p className="mt-2 text-muted">{description}</p>
          </Cell>
        ))}
      </CellGrid>
    </Section>
  );
}

/** The benefits: set large, with the reason beside them. */
export function Benefits({ points }: PointsProps) {
  if (points.length === 0) return null;
  return (
    <Section id="benefits" title="Benefits">
      <dl className="divide-y divide-line border-y border-line">
        {points.map(({ _key, title, description }) => (
          <div
            key={_key}
            className="grid gap-x-16 gap-y-2 py-7 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]"
          >
            <dt className="text-xl font-semibold tracking-tight sm:text-2xl">{title}</dt>
            <dd className="text-lead text-muted">{description}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** The use cases: one ticket each. */
export function UseCases({ points }: PointsProps) {
  if (points.length === 0) return null;
  return (
    <Section id="use-cases" title="Example use cases">
      <ul className="grid gap-4 md:grid-cols-3">
        {points.map(({ _key, title, description }) => (
          <li key={_key} className="flex flex-col rounded-lg border border-line bg-surface">
            <h3 className="flex items-center gap-3 border-b border-dashed border-line-strong px-6 py-4 font-semibold">
              <RegistrationMark className="text-mark" />
              {title}
            </h3>
            <p className="p-6 text-[0.9375rem] text-muted">{description}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
