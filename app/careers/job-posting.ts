import type { JobOpeningQueryResult, SiteSettingsQueryResult } from "~/content/types.generated";
import type { JsonLdNode } from "~/seo/json-ld";
import { escapeHtml } from "~/ui/escape-html";
import { salaryRange } from "./salary";

type JobOpening = NonNullable<JobOpeningQueryResult>;
type JobLists = Pick<JobOpening, "responsibilities" | "qualifications" | "benefits">;

/** schema.org's values of employmentType, for search engines. */
const employmentTypes: Record<string, string> = {
  "Full-time": "FULL_TIME",
  "Part-time": "PART_TIME",
  Contract: "CONTRACTOR",
  Internship: "INTERN",
};

/**
 * An opening for search engines, after schema.org/JobPosting and Google's rules for it.
 *
 * @param origin of the site, without a slash at its end
 * @param until the last day for applications, such as "2025-09-15"; null when it is not known
 */
export function jobPosting(
  job: JobOpening,
  site: SiteSettingsQueryResult,
  origin: string,
  until: string | null,
): JsonLdNode {
  const { min, max } = salaryRange(job.salary);
  return {
    "@type": "JobPosting",
    title: job.title,
    description: jobDescription(job),
    identifier: { "@type": "PropertyValue", name: site?.brandName, value: job.id },
    datePosted: job.postedDate,
    ...(until !== null && { validThrough: until }),
    employmentType: employmentTypes[job.type ?? ""],
    occupationalCategory: job.department,
    hiringOrganization: {
      "@type": "Organization",
      "@id": `${origin}/#organization`,
      name: site?.legalName ?? site?.brandName,
      sameAs: `${origin}/`,
    },
    ...place(job.location, site),
    baseSalary: {
      "@type": "MonetaryAmount",
      currency: "USD",
      value: { "@type": "QuantitativeValue", minValue: min, maxValue: max, unitText: "YEAR" },
    },
    url: `${origin}/careers/${job.id}`,
  };
}

/**
 * Where the work is done: "Remote (United States or Canada)" names the countries that applicants
 * live in, "Remote (Worldwide)" and "Remote" hold everywhere, and are listed with the office's
 * address; anything else is a location.
 */
function place(location: string | null, site: SiteSettingsQueryResult) {
  const { city, region, countryCode } = site?.address ?? {};
  const placeAt = (addressLocality: string | null | undefined) => ({
    "@type": "Place",
    address: { "@type": "PostalAddress", addressLocality, addressCountry: countryCode },
  });
  if (!/\bremote\b/i.test(location ?? "")) return { jobLocation: placeAt(location ?? city) };
  const named = /\(([^()]{1,200})\)/.exec(location ?? "")?.[1] ?? "";
  const countries = /worldwide|anywhere|global/i.test(named)
    ? []
    : named.split(/,|\bor\b|\band\b/).map((name) => name.trim());
  const wanted = countries.filter(Boolean).map((name) => ({ "@type": "Country", name }));
  return {
    jobLocationType: "TELECOMMUTE",
    ...(wanted.length > 0
      ? { applicantLocationRequirements: wanted }
      : { jobLocation: placeAt([city, region].filter(Boolean).join(", ")) }),
  };
}

/** The list fields of an opening, with their headings. */
export function jobLists(job: JobLists): { title: string; items: string[] }[] {
  return [
    { title: "Responsibilities", items: job.responsibilities },
    { title: "Qualifications", items: job.qualifications },
    { title: "Benefits", items: job.benefits },
  ].map(({ title, items }) => ({ title, items: items.filter(Boolean) }));
}

/** The description as search engines require it: complete, as simple HTML. */
export function jobDescription(job: JobLists & Pick<JobOpening, "summary">): string {
  const lists = jobLists(job)
    .filter(({ items }) => items.length > 0)
    .map(({ title, items }) => {
      const points = items.map((item) => `<li>${escapeHtml(item)}</li>`).join("");
      return `<p><strong>${title}</strong></p><ul>${points}</ul>`;
    });
  return [`<p>${escapeHtml(job.summary ?? "")}</p>`, ...lists].join("");
}
