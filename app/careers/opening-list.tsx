import type { JobOpeningsQueryResult } from "~/content/types.generated";
import { Badge } from "~/ui/badge";
import { buttonVariants } from "~/ui/button-variants";
import { Icon } from "~/ui/icon";
import { SiteLink } from "~/ui/site-link";

/** The openings, a row each. */
export function OpeningList({ openings }: { openings: JobOpeningsQueryResult }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {openings.map(({ _id, id, title, type, location, department, summary }) => (
        <li
          key={_id}
          className="grid gap-x-12 gap-y-5 py-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center"
        >
          <div>
            {department && <p className="font-mono text-[0.8125rem] text-faint">{department}</p>}
            <h3 className="mt-1.5 text-xl font-semibold tracking-tight sm:text-2xl">
              {title || "Open position"}
            </h3>
            {summary && <p className="mt-2.5 max-w-2xl text-muted">{summary}</p>}
            <p className="mt-4 flex flex-wrap gap-2">
              {type && <Badge tone="action">{type}</Badge>}
              {location && <Badge>{location}</Badge>}
            </p>
          </div>
          <SiteLink
            href={`/careers/${id}`}
            className={buttonVariants({
              variant: "outline",
              className: "max-lg:justify-self-start",
            })}
          >
            Learn More &amp; Apply
            <span className="sr-only">: {title}</span>
            <Icon name="arrow-right" />
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}

/** Shown instead of the list while nothing is open. */
export function NoOpenings({ text }: { text: string | null | undefined }) {
  return (
    <div className="rounded-lg border border-dashed border-line-strong px-6 py-14 text-center sm:py-20">
      <p className="text-xl font-semibold tracking-tight">No openings at the moment</p>
      <p className="mx-auto mt-3 max-w-xl text-muted">
        {text || "Send us your resume: we read every one, and write when something fits."}
      </p>
      <SiteLink
        href="/contact?subject=GeneralApplication"
        className={buttonVariants({ className: "mt-7" })}
      >
        Send your resume
      </SiteLink>
    </div>
  );
}
