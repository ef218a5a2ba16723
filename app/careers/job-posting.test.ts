import { expect, test } from "vitest";
import { jobPosting } from "./job-posting";

const job = {
  _id: "job",
  id: "swe-001",
  title: "Senior Backend Engineer",
  type: "Full-time" as const,
  location: "Remote (US)",
  department: "Engineering",
  summary: "Merge <everything> & split it.",
  postedDate: "2025-06-15",
  _updatedAt: "2025-06-15T00:00:00Z",
  responsibilities: ["Own the queue"],
  qualifications: [],
  benefits: ["Time"],
  salary: null,
  validThrough: null,
  isClosed: false,
  seo: null,
};

const origin = "https://platen.example";

test("an opening without salary and duration gets the defaults", () => {
  expect(jobPosting(job, null, origin, "2025-09-15")).toMatchObject({
    "@type": "JobPosting",
    title: "Senior Backend Engineer",
    datePosted: "2025-06-15",
    validThrough: "2025-09-15",
    employmentType: "FULL_TIME",
    url: "https://platen.example/careers/swe-001",
    baseSalary: {
      currency: "USD",
      value: { minValue: 80_000, maxValue: 180_000, unitText: "YEAR" },
    },
  });
});

test("the document's own values take precedence", () => {
  const own = { ...job, salary: { min: 95_000, max: 140_000 }, validThrough: "2025-07-01" };
  expect(jobPosting(own, null, origin, "2025-07-01")).toMatchObject({
    validThrough: "2025-07-01",
    baseSalary: { value: { minValue: 95_000, maxValue: 140_000 } },
  });
});

test("a remote opening names the countries where applicants may live", () => {
  const remote = jobPosting(
    { ...job, location: "Remote (United States or Canada)" },
    null,
    origin,
    "2025-09-15",
  );
  expect(remote).toMatchObject({
    jobLocationType: "TELECOMMUTE",
    applicantLocationRequirements: [{ name: "United States" }, { name: "Canada" }],
  });
});

test.each(["Remote (Worldwide)", "Remote"])("%s means everywhere", (location) => {
  const remote = jobPosting({ ...job, location }, null, origin, "2025-09-15");
  expect(remote).toMatchObject({
    jobLocationType: "TELECOMMUTE",
    jobLocation: { "@type": "Place" },
  });
  expect(remote).not.toHaveProperty("applicantLocationRequirements");
});

test("any other location is an address", () => {
  const onSite = jobPosting({ ...job, location: "Cheyenne, WY" }, null, origin, "2025-09-15");
  expect(onSite).toMatchObject({ jobLocation: { address: { addressLocality: "Cheyenne, WY" } } });
  expect(onSite).not.toHaveProperty("jobLocationType");
});

test("the description has the lists that exist, and escapes their text", () => {
  expect(jobPosting(job, null, origin, "2025-09-15").description).toBe(
    "<p>Merge &lt;everything&gt; &amp; split it.</p>" +
      "<p><strong>Responsibilities</strong></p><ul><li>Own the queue</li></ul>" +
      "<p><strong>Benefits</strong></p><ul><li>Time</li></ul>",
  );
});
