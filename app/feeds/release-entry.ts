import { changesByType } from "~/changelog/release-changes";
import type { ChangelogFeedQueryResult } from "~/content/types.generated";
import { escapeHtml } from "~/ui/escape-html";
import { timesOf, type FeedEntry } from "./feed";

type Release = ChangelogFeedQueryResult[number];

/** A release, at its anchor on the page, with its changes by type. */
export function releaseEntry(release: Release, origin: string): FeedEntry {
  const { version, date, type, title, description, tags, _updatedAt } = release;
  return {
    ...timesOf(date, _updatedAt),
    url: new URL(`/changelog#${encodeURIComponent(version)}`, origin).href,
    title: [version, title].filter(Boolean).join(": "),
    author: null,
    tags: [type, ...tags].filter(Boolean),
    summary: description,
    html: `<p>${escapeHtml(description ?? "")}</p>${changesHtml(release)}`,
  };
}

const changesHtml = ({ changes }: Release): string =>
  changesByType(changes)
    .map(({ type, changes }) => {
      const points = changes.map(({ text }) => `<li>${escapeHtml(text)}</li>`).join("");
      return `<p><strong>${type}</strong></p><ul>${points}</ul>`;
    })
    .join("");
