import { codeParts } from "~/changelog/code-parts";
import { changesByType, type Change, type Release } from "~/changelog/release-changes";
import { changelogQuery } from "~/content/queries/changelog-entry";
import { changelogPageQuery } from "~/content/queries/changelog-page";
import { readContent } from "~/content/reading/read.server";
import { blocks, code, joined, list, type Markdown, section, words } from "~/markdown/markdown";
import { formatDate } from "~/ui/format/format-date";
import type { ReadTwin } from "./twin";

/** All releases with their changes. */
export const readChangelogTwin: ReadTwin = async () => {
  const [page, releases] = await Promise.all([
    readContent(changelogPageQuery),
    readContent(changelogQuery),
  ]);
  return {
    title: page?.heading || "Changelog",
    description: page?.lead,
    body: blocks(...releases.map(releaseSection)),
  };
};

const releaseSection = ({ version, date, type, title, description, changes }: Release): Markdown =>
  section(
    2,
    [version, title].filter(Boolean).join(": "),
    joined([formatDate(date), type], " · "),
    description,
    ...changesByType(changes).map(({ type, changes }) =>
      section(3, type, list(changes.map(changeLine))),
    ),
  );

const changeLine = ({ text }: Change): Markdown =>
  joined(codeParts(text).map((part) => (part.code ? code(part.text) : words(part.text))));
