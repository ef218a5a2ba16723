import type { SearchDocumentsQueryResult } from "~/content/types.generated";
import { questionAnchor } from "~/blocks/faq/question-anchor";
import { partPageAt } from "~/content/queries/home-part-pages";
import { validThrough } from "~/content/job-valid-through";
import type { SearchKind } from "./search-kinds";

/** One result that a search may have: a page, or a part of one with an anchor. */
export interface SearchEntry {
  id: string;
  kind: SearchKind;
  title: string;
  path: string;
  summary: string;
  tags: string;
  text: string;
  /** When visitors may see it: from this time to before the other, in ms since the epoch. */
  shown: { from: number; until: number };
}

/** A document of the lake as the index reads it. */
export type SearchDocument = SearchDocumentsQueryResult[number];

type Part = Pick<SearchEntry, "title" | "path"> & {
  id: string;
  summary?: string | null;
  texts?: readonly unknown[];
};

const always = { from: -Infinity, until: Infinity };

/**
 * What visitors may find of a document: its page, and the parts of it that have an anchor or a page
 * of their own. Nothing of a document without a path or a title.
 *
 * @param maxCharacters of the text of each entry: what is longer is found by its beginning
 */
export function searchEntries(document: SearchDocument, maxCharacters: number): SearchEntry[] {
  const kind = kinds[document._type] ?? "page";
  const shown = shownTimes(document);
  const tags = document.tags.join(" ");
  return partsOf(document).map(({ id, title, path, summary, texts = [] }, index) => ({
    id: `${document._id} ${id}`,
    kind,
    title: cut(title, maxTitleLength),
    path,
    summary: cut(summary ?? "", maxSummaryLength),
    tags: index === 0 ? cut(tags, maxSummaryLength) : "",
    text: cut(joined(texts), maxCharacters),
    shown,
  }));
}

/** Characters of a title: results show the whole of it, each word an element. */
const maxTitleLength = 200;

/** Characters of a summary, and of all tags. */
const maxSummaryLength = 500;

const kinds: Partial<Record<SearchDocument["_type"], SearchKind>> = {
  feature: "documentation",
  docsPage: "documentation",
  post: "article",
  changelogEntry: "release",
  jobOpening: "opening",
};

/** The names of lists whose heading an editor left empty. */
const namesOfLists: Partial<Record<SearchDocument["_type"], string>> = {
  blogPage: "Blog",
  careersPage: "Careers",
  changelogPage: "Changelog",
  docsPage: "Documentation",
  solutionsPage: "Solutions",
};

function partsOf(document: SearchDocument): Part[] {
  const { title, path, summary } = document;
  const name = title || namesOfLists[document._type];
  switch (document._type) {
    case "homePage":
      return homeParts(document);
    case "changelogEntry": {
      const { version, texts } = document;
      if (!version) return [];
      const at = `/changelog#${encodeURIComponent(version)}`;
      return [
        { id: "", title: [version, title].filter(Boolean).join(": "), path: at, summary, texts },
      ];
    }
    case "legalPage": {
      if (!path || !name) return [];
      const sections = (document.sections ?? []).map(({ _key, id, title, text, subsections }) => ({
        id: _key,
        title: `${name}: ${title}`,
        path: `${path}#${encodeURIComponent(id)}`,
        texts: [text, subsections],
      }));
      return [{ id: "", title: name, path, summary }, ...sections];
    }
    default:
      if (!path || !name) return [];
      return [
        { id: "", title: name, path, summary, texts: "texts" in document ? document.texts : [] },
      ];
  }
}

type HomeDocument = Extract<SearchDocument, { _type: "homePage" }>;

/** The home page, its parts that have their own page, and each question of the FAQ. */
function homeParts({ title, summary, texts, pricing, features, faq }: HomeDocument): Part[] {
  const part = (
    path: string,
    content: { lead: string | null } | null,
    texts: unknown[],
  ): Part[] => {
    const title = partPageAt(path)?.title;
    return content && title ? [{ id: path, title, path, summary: content.lead, texts }] : [];
  };
  return [
    { id: "", title: title || "Home", path: "/", summary, texts },
    ...part(
      "/pricing",
      pricing,
      (pricing?.plans ?? []).flatMap((plan) => [plan.name, plan.description]),
    ),
    ...part("/features", features, []),
    ...part("/faq", faq, []),
    ...(faq?.questions ?? []).map(({ _id, question, answer }) => ({
      id: _id,
      title: question,
      path: `/faq#${questionAnchor(_id)}`,
      texts: [answer],
    })),
  ];
}

/**
 * When visitors may see a document, as `isShown` and `takesApplications` of
 * app/content/queries/fragments.ts say it: a time that cannot be read hides it.
 */
function shownTimes(document: SearchDocument): SearchEntry["shown"] {
  const { _type, publishAt, unpublishAt, postedDate } = document;
  const last = _type === "jobOpening" ? validThrough(postedDate, document.validThrough) : null;
  const from = publishAt ? Date.parse(publishAt) : always.from;
  const until = Math.min(
    unpublishAt ? Date.parse(unpublishAt) : always.until,
    last ? Date.parse(`${last}T23:59:59.999Z`) + 1 : always.until,
  );
  return {
    from: Number.isNaN(from) ? Infinity : from,
    until: Number.isNaN(until) ? -Infinity : until,
  };
}

const joined = (texts: readonly unknown[]): string =>
  texts
    .filter((text) => typeof text === "string" && text !== "")
    .join(" ")
    .replace(/\s+/g, " ");

const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");
