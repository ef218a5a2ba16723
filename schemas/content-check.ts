import { problemsOf, type Problem } from "./document-check";
import { fieldTitles } from "./field-titles";
import { missingAlternativeText } from "./fields/image";
import { isReserved } from "./fields/slug";
import { internalLinks, isThere, nothingAt, pathOf, pathsOf, referencesIn } from "./links";
import { typesBeside } from "./page-address";
import { chainWarning, troubleOf } from "./redirect-rules";
import { visibilityOf } from "./visibility";

/** A document as the lake stores it. */
export type LakeDocument = { _id: string; _type: string } & Record<string, unknown>;

/** The parts of the report, in the order in which editors want to know. */
export const kinds = {
  invalid: "Does not pass its own rules",
  link: "Links that lead nowhere",
  picture: "Pictures without alternative text",
  address: "Addresses that get in each other’s way",
  plan: "Plans that do not fit together",
  unwise: "Allowed, but not wise",
  unfinished: "Drafts that cannot be published yet",
  scheduled: "Scheduled",
  draft: "In draft",
} as const;

export type Kind = keyof typeof kinds;

/** The kinds that are mistakes; the others are only good to know. */
export const mistakes: ReadonlySet<Kind> = new Set([
  "invalid",
  "link",
  "picture",
  "address",
  "plan",
]);

/** Something to know of one document. */
export interface Finding {
  kind: Kind;
  /** The published id. */
  id: string;
  type: string;
  /** What editors call the document. */
  title: string;
  message: string;
}

/**
 * Looks at the whole content at once: what no rule of a single document can see, and what was published before a rule
 * was made.
 *
 * @param documents every document, drafts and assets included
 * @param now decides what is scheduled
 */
export function checkContent(documents: readonly LakeDocument[], now: Date): Finding[] {
  const content = documents.filter(({ _type }) => !/^(sanity|system)\./.test(_type));
  const published = content.filter(({ _id }) => !isDraft(_id));
  const drafts = content.filter(({ _id }) => isDraft(_id));
  const ids = new Set(documents.map(({ _id }) => _id));
  const drafted = new Set(drafts.map(({ _id }) => publishedId(_id)));
  /** As it will be when every draft is published. */
  const planned = [...published.filter(({ _id }) => !drafted.has(_id)), ...drafts];
  const noted = [
    ...ownProblems(published),
    ...brokenLinks(published, ids, pathsOf(published)),
    ...sharedAddresses(published),
    ...planProblems(published),
    ...unfinished([
      ...ownProblems(drafts),
      ...brokenLinks(drafts, ids, pathsOf(planned)),
      ...sharedAddresses(planned),
      ...planProblems(planned),
    ]),
    ...published.flatMap((document) => scheduleOf(document, now)),
    ...drafts.map((draft) => {
      const isNew = !published.some(({ _id }) => _id === publishedId(draft._id));
      return note("draft", draft, isNew ? "Not published yet" : "Has unpublished changes");
    }),
  ];
  return noted.map(({ kind, document, message }) => ({
    kind,
    id: publishedId(document._id),
    type: document._type,
    title: titleOf(document),
    message,
  }));
}

/** A finding, as long as it matters whether it is of a draft. */
interface Note {
  kind: Kind;
  document: LakeDocument;
  message: string;
}

const note = (kind: Kind, document: LakeDocument, message: string): Note => ({
  ...{ kind, document, message },
});

const isDraft = (id: string) => id.startsWith("drafts.");
const publishedId = (id: string) => id.replace(/^drafts\./, "");
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function titleOf(document: LakeDocument): string {
  const words = [document.title, document.name, document.question, document.heading, document.from];
  const title = words.find((word) => typeof word === "string" && word !== "");
  return typeof title === "string" ? title : publishedId(document._id);
}

function ownProblems(documents: readonly LakeDocument[]): Note[] {
  const kindOf = ({ level, message }: Problem): Kind =>
    level === "warning" ? "unwise" : message === missingAlternativeText ? "picture" : "invalid";
  return documents.flatMap((document) =>
    problemsOf(document).map((problem) => {
      const { path, message } = problem;
      const place = path && `${fieldTitles(document, path)}: `;
      return note(kindOf(problem), document, place + message);
    }),
  );
}

/** Nobody but editors sees a draft: what keeps it from being published is theirs to know, and no mistake yet. */
const unfinished = (notes: readonly Note[]): Note[] =>
  notes
    .filter(({ kind, document }) => mistakes.has(kind) && isDraft(document._id))
    .map((each) => ({ ...each, kind: "unfinished" }));

function brokenLinks(
  from: readonly LakeDocument[],
  ids: ReadonlySet<string>,
  paths: ReadonlySet<string>,
): Note[] {
  return from.flatMap((document) => [
    ...referencesIn(document)
      .filter(({ id }) => !ids.has(id))
      .map(({ id, path }) => {
        const state = ids.has(`drafts.${id}`) ? "is not published" : "is gone";
        return note(
          "link",
          document,
          `${fieldTitles(document, path)} refers to “${id}”, which ${state}`,
        );
      }),
    ...internalLinks(document)
      .filter(({ address }) => !isThere(pathOf(address), paths))
      .map(({ address, path }) =>
        note("link", document, `${fieldTitles(document, path)}: ${nothingAt(address)}`),
      ),
  ]);
}

/** Documents by a key, those with the same key together. */
function together(
  documents: readonly LakeDocument[],
  keyOf: (document: LakeDocument) => string | undefined,
): LakeDocument[][] {
  const groups = new Map<string, LakeDocument[]>();
  for (const document of documents) {
    const key = keyOf(document);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), document]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

const slugOf = (document: LakeDocument): string | undefined => {
  const slug = isObject(document.slug) ? document.slug : document.id;
  return isObject(slug) && typeof slug.current === "string" ? slug.current : undefined;
};

function sharedAddresses(documents: readonly LakeDocument[]): Note[] {
  const shared = together(documents, (document) => {
    const slug = slugOf(document);
    const beside = typesBeside(document._type);
    return slug && `${beside.length > 0 ? beside.join() : document._type} ${slug}`;
  });
  const versions = together(
    documents.filter(({ _type }) => _type === "changelogEntry"),
    ({ version }) => String(version),
  );
  const redirects = documents.filter(({ _type }) => _type === "redirect");
  const ways = redirects.map(({ _id, from, to }) => ({
    id: _id,
    from: String(from),
    to: String(to),
  }));
  return [
    ...[...shared, ...versions].flatMap((group) =>
      group.map((document) => {
        const others = group.filter((other) => other !== document).map(titleOf);
        return note("address", document, `Has the same address as ${others.join(", ")}`);
      }),
    ),
    ...documents
      .filter((document) => isReserved(document._type, slugOf(document) ?? ""))
      .map((document) => note("address", document, "The site itself has a page at this address")),
    ...together(redirects, ({ from }) => String(from)).flatMap((group) =>
      group.map((document) => note("address", document, "Another redirect begins here too")),
    ),
    ...redirects.flatMap((document, index) => {
      const way = ways[index];
      const found = way && troubleOf(way, ways);
      if (!found) return [];
      return found.trouble === "loop"
        ? note("address", document, "Visitors would go round")
        : note("unwise", document, chainWarning(found.end));
    }),
  ];
}

function planProblems(documents: readonly LakeDocument[]): Note[] {
  const plans = documents.filter(({ _type }) => _type === "plan");
  const popular = plans.filter((plan) => plan.popular === true);
  const comparison = documents.find(({ _type }) => _type === "planComparison");
  const columns = comparison
    ? referencesIn({ columns: comparison.columns }).map(({ id }) => id)
    : [];
  const compared = documents.filter(
    ({ _type, _id }) =>
      _type === "feature" && comparison && referencesIn(comparison).some(({ id }) => id === _id),
  );
  return [
    ...(popular.length > 1
      ? popular.map((plan) => note("plan", plan, "More than one plan is the most popular"))
      : []),
    ...together(plans, ({ id }) => String(id)).flatMap((group) =>
      group.map((plan) => note("plan", plan, `Another plan has the id “${String(plan.id)}” too`)),
    ),
    ...compared.flatMap((feature) => {
      const given = referencesIn({ availability: feature.availability }).map(({ id }) => id);
      return columns
        .filter((column) => !given.includes(column))
        .map((column) =>
          note("plan", feature, `The comparison has no value for the plan “${column}”`),
        );
    }),
  ];
}

function scheduleOf(document: LakeDocument, now: Date): Note[] {
  const visibility = visibilityOf(document, now);
  const until = typeof document.unpublishAt === "string" ? document.unpublishAt : null;
  if (visibility === "scheduled") {
    return [note("scheduled", document, `Visitors see it from ${String(document.publishAt)}`)];
  }
  if (visibility === "ended") return [note("scheduled", document, `Ended at ${until}`)];
  return until ? [note("scheduled", document, `Visitors see it until ${until}`)] : [];
}
