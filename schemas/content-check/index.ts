import { problemsOf, type Problem } from "../validation/document-check";
import { fieldTitles } from "../validation/field-titles";
import { missingAlternativeText } from "../fields/image";
import { draftIdOf, isDraftId, publishedIdOf } from "../edits/draft-ids";
import {
  internalLinks,
  pathExists,
  notFoundMessage,
  pathOf,
  pathsOf,
  referencesIn,
} from "../paths/links";
import { scheduledEdit } from "../scheduled-edit";
import { visibilityOf } from "../validation/visibility";
import { sharedPaths } from "./unreachable";
import { errorKinds, note, titleOf, type Kind, type LakeDocument, type Note } from "./finding";
import { planProblems } from "./plans";

export { kinds, errorKinds, type Kind, type LakeDocument } from "./finding";

/** A finding about one document. */
export interface Finding {
  kind: Kind;
  /** The published id. */
  id: string;
  type: string;
  /** The name of the document that editors see. */
  title: string;
  message: string;
}

type ShowTime = (time: string) => string;

/**
 * Checks the whole content at once: what no rule of a single document can see, and what was
 * published before a rule was added.
 *
 * @param documents every document, drafts and assets included
 * @param now decides what is scheduled
 * @param showTime writes a time, which is stored in ISO 8601, in the way of the reader
 */
export function checkContent(
  documents: readonly LakeDocument[],
  now: Date,
  showTime: ShowTime = (time) => time,
): Finding[] {
  const content = documents.filter(
    ({ _type }) => !/^(sanity|system)\./.test(_type) && _type !== "scheduledEdit",
  );
  const published = content.filter(({ _id }) => !isDraftId(_id));
  const drafts = content.filter(({ _id }) => isDraftId(_id));
  const ids = new Set(documents.map(({ _id }) => _id));
  const drafted = new Set(drafts.map(({ _id }) => publishedIdOf(_id)));
  /** The content as it will be when every draft is published. */
  const planned = [...published.filter(({ _id }) => !drafted.has(_id)), ...drafts];
  const noted = [
    ...ownProblems(published),
    ...brokenLinks(published, ids, pathsOf(published)),
    ...sharedPaths(published),
    ...planProblems(published),
    ...unfinished([
      ...ownProblems(drafts),
      ...brokenLinks(drafts, ids, pathsOf(planned)),
      ...sharedPaths(planned),
      ...planProblems(planned),
    ]),
    ...published.flatMap((document) => scheduleOf(document, now, showTime)),
    ...scheduledEdits(documents, showTime),
    ...drafts.map((draft) => {
      const isNew = !ids.has(publishedIdOf(draft._id));
      return note("draft", draft, isNew ? "Not published yet" : "Has unpublished changes");
    }),
  ];
  return noted.map(({ kind, document, message }) => ({
    kind,
    id: publishedIdOf(document._id),
    type: document._type,
    title: titleOf(document),
    message,
  }));
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

/** Scheduled edits, as notes on the documents that they edit. */
function scheduledEdits(documents: readonly LakeDocument[], showTime: ShowTime): Note[] {
  return documents.flatMap((document) => {
    const { success, data } = scheduledEdit.safeParse(document);
    const edited = success && documents.find(({ _id }) => _id === data.document);
    if (!edited) return [];
    const message = data.problem
      ? `An edit was not published: ${data.problem}`
      : `An edit is published on ${showTime(data.publishAt)}`;
    return [note("scheduled", edited, message)];
  });
}

/**
 * Only editors see a draft: what keeps it from being published is for them to know, and not an
 * error yet.
 */
const unfinished = (notes: readonly Note[]): Note[] =>
  notes
    .filter(({ kind, document }) => errorKinds.has(kind) && isDraftId(document._id))
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
        const state = ids.has(draftIdOf(id)) ? "is not published" : "is gone";
        return note(
          "link",
          document,
          `${fieldTitles(document, path)} refers to “${id}”, which ${state}`,
        );
      }),
    ...internalLinks(document)
      .filter(({ href }) => !pathExists(pathOf(href), paths))
      .map(({ href, path }) =>
        note("link", document, `${fieldTitles(document, path)}: ${notFoundMessage(href)}`),
      ),
  ]);
}

function scheduleOf(document: LakeDocument, now: Date, showTime: ShowTime): Note[] {
  const timeIn = (value: unknown) => (typeof value === "string" ? showTime(value) : null);
  const visibility = visibilityOf(document, now);
  const until = timeIn(document.unpublishAt);
  if (visibility === "scheduled") {
    return [note("scheduled", document, `Visitors see it from ${timeIn(document.publishAt)}`)];
  }
  if (visibility === "ended") return [note("scheduled", document, `Ended at ${until}`)];
  return until ? [note("scheduled", document, `Visitors see it until ${until}`)] : [];
}
