import { absoluteUrl } from "~/article/absolute-url";
import { applicationLink, generalApplication } from "~/careers/application-link";
import { jobLists } from "~/careers/job-posting";
import { salaryText } from "~/careers/salary";
import { validThrough } from "~/content/job-valid-through";
import { careersPageQuery } from "~/content/queries/careers-page";
import { jobOpeningQuery, jobOpeningsQuery } from "~/content/queries/job-opening";
import { siteSettingsQuery } from "~/content/queries/site-settings";
import { readContent } from "~/content/reading/read.server";
import { blocks, link, list, section } from "~/markdown/markdown";
import { actions, pageLink, point, points } from "~/markdown/outline";
import { formatDate } from "~/ui/format/format-date";
import type { ReadTwin } from "./twin";

/** An opening: its facts, its lists, and how to apply. */
export const readOpeningTwin: ReadTwin = async (slug, { origin }) => {
  const [job, site] = await Promise.all([
    readContent(jobOpeningQuery, { id: slug }),
    readContent(siteSettingsQuery),
  ]);
  if (!job) return null;
  const until = formatDate(validThrough(job.postedDate, job.validThrough));
  const facts = [
    { title: "Department", description: job.department },
    { title: "Location", description: job.location },
    { title: "Type", description: job.type },
    { title: "Salary", description: salaryText(job.salary) },
    { title: "Posted", description: formatDate(job.postedDate) },
    { title: job.isClosed ? "Closed after" : "Apply by", description: until },
  ].filter(({ description }) => description);
  const url = absoluteUrl(applicationLink(site?.emails?.general, job), origin);
  return {
    title: job.title || "Open position",
    description: job.summary,
    body: blocks(
      list(facts.map(point)),
      ...jobLists(job).map(({ title, items }) => section(2, title, list(items))),
      job.isClosed ? "This position is closed." : link("Apply", url),
    ),
  };
};

/** Why to join, and the openings. */
export const readCareersTwin: ReadTwin = async (_slug, { origin }) => {
  const [page, openings] = await Promise.all([
    readContent(careersPageQuery),
    readContent(jobOpeningsQuery),
  ]);
  const entries = openings.map(({ id, title, department, location, type }) =>
    pageLink(
      origin,
      `/careers/${id}`,
      title,
      [department, location, type].filter(Boolean).join(", "),
    ),
  );
  return {
    title: page?.heading || "Careers",
    description: page?.lead,
    body: blocks(
      section(2, page?.whyJoinHeading || "Why join us", points(page?.whyJoinCards ?? [])),
      section(
        2,
        page?.openingsHeading || "Openings",
        entries.length > 0 ? list(entries) : page?.noOpeningsText,
      ),
      section(
        2,
        page?.applicationHeading,
        page?.applicationText,
        actions(origin, page?.applicationCta ?? generalApplication),
      ),
    ),
  };
};
