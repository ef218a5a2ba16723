import type { JobOpeningQueryResult } from "~/content/types.generated";
import { Button } from "~/ui/button";
import { formatDate } from "~/ui/format/format-date";
import { Icon } from "~/ui/icon";
import { CropMarks, InkBar } from "~/ui/print-ornaments";
import { SiteLink } from "~/ui/site-link";
import { applicationLink } from "./application-link";
import { salaryText } from "./salary";

type JobOpening = NonNullable<JobOpeningQueryResult>;

/** The facts of an opening on one ticket, and the link to apply below its perforation. */
export function JobTicket({
  job,
  until,
  to,
}: {
  job: JobOpening;
  /** The last day for applications. */
  until: string | null;
  to: string | null;
}) {
  const facts = [
    ["Department", job.department],
    ["Location", job.location],
    ["Type", job.type],
    ["Salary", salaryText(job.salary)],
    ["Posted", formatDate(job.postedDate)],
    [job.isClosed ? "Closed after" : "Apply by", formatDate(until)],
  ].filter(([, value]) => value);
  return (
    <div className="relative w-full max-w-md self-start justify-self-end p-7 max-lg:max-w-none max-lg:p-0">
      <CropMarks className="max-lg:hidden" />
      <div className="overflow-hidden rounded-lg border border-line-strong bg-surface">
        <InkBar />
        <dl className="grid gap-y-3.5 p-6">
          {facts.map(([name, value]) => (
            <div key={name} className="grid grid-cols-[6.5rem_1fr] items-baseline gap-x-4">
              <dt className="text-sm text-faint">{name}</dt>
              <dd className="font-mono text-[0.875rem]">{value}</dd>
            </div>
          ))}
        </dl>
        <div
          className="border-t border-dashed border-line-strong bg-surface-2 p-6"
          data-print="hide"
        >
          {job.isClosed ? (
            <p className="text-center text-muted">This position is closed.</p>
          ) : (
            <ApplyButton job={job} to={to} className="w-full" />
          )}
          {to && !job.isClosed && (
            <p className="mt-3 text-center text-sm text-faint">
              or write to{" "}
              <span className="font-mono text-[0.8125rem] text-muted select-all">{to}</span>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

/** Opens a mail with the opening as its subject. */
export function ApplyButton({
  job,
  to,
  className,
}: {
  job: JobOpening;
  to: string | null;
  className?: string;
}) {
  return (
    <Button asChild size="lg" className={className}>
      <SiteLink href={applicationLink(to, job)}>
        <Icon name="mail" />
        Apply by email
      </SiteLink>
    </Button>
  );
}
