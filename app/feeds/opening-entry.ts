import { jobDescription } from "~/careers/job-posting";
import type { OpeningsFeedQueryResult } from "~/content/types.generated";
import { escapeHtml } from "~/ui/escape-html";
import { timesOf, type FeedEntry } from "./feed";

/** An opening with all that its page says of the work. */
export function openingEntry(opening: OpeningsFeedQueryResult[number], origin: string): FeedEntry {
  const { id, title, type, location, department, summary, postedDate, _updatedAt } = opening;
  const facts = [department, location, type].filter(Boolean);
  return {
    ...timesOf(postedDate, _updatedAt),
    url: new URL(`/careers/${id}`, origin).href,
    title: title || "Open position",
    author: null,
    tags: facts,
    summary,
    html: `<p>${escapeHtml(facts.join(" · "))}</p>${jobDescription(opening)}`,
  };
}
