import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { jobLists, jobPosting } from "~/careers/job-posting";
import { validThrough } from "~/content/job-valid-through";
import { ApplyButton, JobTicket } from "~/careers/job-ticket";
import { jobOpeningQuery } from "~/content/queries/job-opening";
import { throwRedirectOrNotFound } from "~/content/redirects/redirects.server";
import { readContent } from "~/content/reading/read.server";
import { Editing } from "~/ui/editable-field";
import { Breadcrumbs } from "~/seo/breadcrumbs";
import { documentMeta } from "~/seo/document-meta";
import { JsonLd } from "~/seo/json-ld";
import { useRootData } from "~/document/root-data";
import { Button } from "~/ui/button";
import { ClosingPanel } from "~/ui/cta-panel";
import { Container } from "~/ui/container";
import { formatDate } from "~/ui/format/format-date";
import { PageHero } from "~/ui/page-hero";
import { SiteLink } from "~/ui/site-link";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  documentMeta({
    matches,
    seo: data?.job.seo,
    index: data?.job.isClosed !== true,
    title: data?.job.title || "Open position",
    description: data?.job.summary,
    path: `/careers/${data?.job.id ?? ""}`,
  });

export async function loader({ params, request }: LoaderFunctionArgs) {
  const job = await readContent(jobOpeningQuery, { id: params.jobId });
  if (!job) return throwRedirectOrNotFound(request);
  return { job, until: validThrough(job.postedDate, job.validThrough) };
}

export default function JobOpening() {
  const { job, until } = useLoaderData<typeof loader>();
  const { site, origin } = useRootData();
  const title = job.title || "Open position";
  const to = site?.emails?.general ?? null;
  return (
    <Editing id={job._id} type="jobOpening">
      <PageHero
        breadcrumbs={
          <Breadcrumbs
            trail={[
              { name: "Careers", path: "/careers" },
              { name: title, path: `/careers/${job.id}` },
            ]}
          />
        }
        title={title}
        fields={{ title: "title", lead: "summary" }}
        lead={job.summary}
        aside={<JobTicket job={job} until={until} to={to} />}
      />
      {jobLists(job)
        .filter(({ items }) => items.length > 0)
        .map(({ title, items }) => (
          <section key={title} className="border-t border-line py-12 sm:py-16">
            <Container className="grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
              <h2 className="text-2xl font-semibold tracking-tight">{title}</h2>
              <ul className="max-w-2xl divide-y divide-line">
                {items.map((item, index) => (
                  <li
                    key={index}
                    className="grid grid-cols-[2.5rem_1fr] py-3.5 first:pt-0 last:pb-0"
                  >
                    <span aria-hidden className="font-mono text-[0.8125rem] leading-7 text-faint">
                      {String(index + 1).padStart(2, "0")}
                    </span>
                    <span className="text-lead text-muted">{item}</span>
                  </li>
                ))}
              </ul>
            </Container>
          </section>
        ))}
      <ClosingPanel
        title={job.isClosed ? "This position is closed" : "Sounds like you?"}
        text={
          job.isClosed
            ? `Applications were taken until ${formatDate(until)}.`
            : `Write to us with a resume and a few lines about why. “${title}” is in the subject already.`
        }
      >
        {!job.isClosed && <ApplyButton job={job} to={to} />}
        <Button asChild variant="outline" size="lg">
          <SiteLink href="/careers#openings">All openings</SiteLink>
        </Button>
      </ClosingPanel>
      {!job.isClosed && <JsonLd node={jobPosting(job, site, origin, until)} />}
    </Editing>
  );
}
