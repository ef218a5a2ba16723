import { expect, test } from "vitest";
import { jobOpeningQuery, jobOpeningsQuery } from "./job-opening";
import { sitemapQuery } from "./sitemap";
import { ask, type Document } from "../testing/ask";

// They query on September 1, 2025.
test.each<[string, Document, boolean]>([
  ["was posted three months ago to the day", { postedDate: "2025-06-01" }, true],
  ["was posted the day before", { postedDate: "2025-05-31" }, false],
  ["has its last day", { postedDate: "2025-01-01", validThrough: "2025-09-01" }, true],
  ["had its last day", { postedDate: "2025-08-01", validThrough: "2025-08-31" }, false],
  ["has no dates", {}, true],
])("list, page and sitemap agree on an opening that %s", async (_, dates, isOpen) => {
  const opening = { _id: "a", _type: "jobOpening", id: { current: "a" }, ...dates };
  expect(await ask(jobOpeningsQuery, [opening])).toHaveLength(isOpen ? 1 : 0);
  expect(await ask(jobOpeningQuery, [opening])).toMatchObject({ isClosed: !isOpen });
  expect(await ask(sitemapQuery, [opening])).toHaveLength(isOpen ? 1 : 0);
  const preview = { now: "", postedSince: "" };
  expect(await ask(jobOpeningQuery, [opening], preview)).toMatchObject({ isClosed: false });
});
