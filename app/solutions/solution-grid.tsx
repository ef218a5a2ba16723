import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import type { SolutionsQueryResult } from "~/content/types.generated";
import { Cell, CellGrid } from "~/ui/cell-grid";
import { Icon } from "~/ui/icon";
import { Picture } from "~/ui/picture";
import { SiteLink } from "~/ui/site-link";

interface SolutionGridProps {
  solutions: SolutionsQueryResult;
  /** Fills what the last row leaves free, so that the sheet has no hole. */
  last?: ReactNode;
}

const spanOfTwo = ["sm:col-span-2", "sm:col-span-1"];
const spanOfThree = ["lg:col-span-3", "lg:col-span-2", "lg:col-span-1"];

/** All solutions as one imposed sheet: pictures, names, what each is for. */
export function SolutionGrid({ solutions, last }: SolutionGridProps) {
  return (
    <CellGrid className="sm:grid-cols-2 lg:grid-cols-3">
      {solutions.map((solution, index) => (
        <Cell
          key={solution._id}
          className="group/card relative flex flex-col transition-colors hover:bg-surface-2"
        >
          <div className="aspect-[3/2] overflow-hidden border-b border-line bg-ground">
            {solution.image?.asset ? (
              <Picture
                image={solution.image}
                ratio={3 / 2}
                sizes="(min-width: 64rem) 384px, (min-width: 40rem) 50vw, 100vw"
                priority={index === 0}
                alt=""
                className="size-full object-cover transition-transform duration-200 group-hover/card:scale-[1.02]"
              />
            ) : (
              <span className="grid size-full place-items-center">
                <Icon name={solution.icon} strokeWidth={1.5} className="size-16 text-line-strong" />
              </span>
            )}
          </div>
          <div className="flex grow flex-col p-6 sm:p-7">
            <h2 className="flex items-center gap-3 text-lg font-semibold tracking-tight">
              <Icon name={solution.icon} strokeWidth={1.5} className="text-action" />
              <SiteLink
                href={`/solutions/${solution.slug}`}
                className="grow outline-offset-4 after:absolute after:inset-0"
              >
                {solution.title}
              </SiteLink>
              <Icon
                name="arrow-right"
                className="size-5 shrink-0 text-faint transition-[translate,color] group-hover/card:translate-x-0.5 group-hover/card:text-action"
              />
            </h2>
            <p className="mt-2.5 text-[0.9375rem] text-muted">{solution.shortDescription}</p>
            <Tags tags={solution.tags} />
          </div>
        </Cell>
      ))}
      {last && (
        <Cell
          className={cx(
            "grid place-content-center p-8 sm:p-10",
            spanOfTwo[solutions.length % 2],
            spanOfThree[solutions.length % 3],
          )}
        >
          {last}
        </Cell>
      )}
    </CellGrid>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="mt-auto flex flex-wrap gap-x-2 pt-6 font-mono text-[0.8125rem] text-faint">
      {tags.map((tag, index) => (
        <li key={tag}>
          {tag}
          {index < tags.length - 1 && <span aria-hidden> ·</span>}
        </li>
      ))}
    </ul>
  );
}
