import { Mutation } from "@sanity/mutator";
import { filter, Subscription, take, type Observable } from "rxjs";
import type { PatchOperations } from "sanity";
import { draftIdOf } from "../../schemas/edits/draft-ids";
import type { LakeDocument } from "../../schemas/content-check/finding";
import {
  changesBetween,
  pathText,
  valueAt,
  type Change,
} from "../../schemas/edits/changes-between";
import { keepCopy } from "./unsaved-copies";

/** The operations of the Studio's document store that this module needs. */
interface Operations {
  commit: { disabled: unknown; execute: () => void };
}

/** A document as its form has it. */
interface Versions {
  draft: LakeDocument | null;
  published: LakeDocument | null;
}

/** An edit on its way to the lake, which can be sent in a way that outlasts the page. */
export interface Sent {
  transactionId: string;
  actions: unknown[];
  post: (endpoint: "actions" | "mutate", body: object) => void;
}

/** What the lake has once an edit has arrived, or when everything was saved. */
interface Stage {
  content: LakeDocument | null;
  sent?: Sent;
}

/** A document, and the user who edits it. */
export interface EditedDocument {
  documentId: string;
  userId: string;
}

interface OpenDocument extends EditedDocument {
  /** The stages from what the lake certainly has to what was sent last. */
  stages: Stage[];
  /** What its form shows; null before it is known. */
  content: LakeDocument | null;
  /** The lake has everything that was typed into it. */
  isSaved: boolean;
  /**
   * Sends what the Studio still holds back: it commits once a second, for all documents together.
   */
  commit: () => void;
}

/** Documents whose form is open, or was left before everything was saved. */
const documents = new Set<OpenDocument>();

/**
 * Tracks a document whose form is open. The Studio drops a document some seconds after its form is
 * closed, with any edits in flight: this holds it until the lake has everything.
 *
 * @param edited the document, and its user
 * @param isConsistent whether the lake has everything that was typed
 * @param versions the document, with everything that was typed
 * @returns the cleanup for when the form is closed: sends the last input
 */
export function followDocument(
  edited: EditedDocument,
  operations: Observable<Operations>,
  isConsistent: Observable<boolean>,
  versions: Observable<Versions>,
): () => void {
  let commit = () => {};
  const document: OpenDocument = {
    ...edited,
    stages: [],
    content: null,
    isSaved: true,
    commit: () => commit(),
  };
  const startAgain = () => {
    if (document.isSaved) document.stages = [{ content: document.content }];
  };
  documents.add(document);
  const following = new Subscription();
  following.add(
    operations.subscribe((able) => {
      if (!able.commit.disabled) commit = () => able.commit.execute();
    }),
  );
  following.add(
    isConsistent.subscribe((is) => {
      document.isSaved = is;
      startAgain();
    }),
  );
  following.add(
    versions.subscribe(({ draft, published }) => {
      document.content = draft ?? published;
      startAgain();
    }),
  );
  return () => {
    // Rich-text editors pass on their last input while they unmount, after this.
    queueMicrotask(() => {
      commitTyped(document);
      const saved = isConsistent.pipe(filter(Boolean), take(1));
      saved.subscribe(() => {
        documents.delete(document);
        following.unsubscribe();
      });
    });
  };
}

/** Skipped when everything is saved: the Studio would abort a publish in flight. */
function commitTyped(document: OpenDocument): void {
  if (!document.isSaved) document.commit();
}

/** Sends immediately what was typed into any document. */
export function commitAll(): void {
  for (const document of documents) commitTyped(document);
}

/** Remembers an edit that is being sent. */
export function noteSent(sent: Sent): void {
  const ids = new Set(sent.actions.map(publishedIdOfAction));
  for (const document of documents)
    if (!document.isSaved && ids.has(document.documentId))
      document.stages.push({ content: contentAfter(sent.actions, document), sent });
}

const editAction = "sanity.action.document.edit";

interface Edit {
  patch: PatchOperations;
}

const isEdit = (action: unknown): action is Edit =>
  typeof action === "object" &&
  action !== null &&
  "patch" in action &&
  "actionType" in action &&
  action.actionType === editAction;

/**
 * What a document has after an edit. Its form may have more by then: an edit waits for the one
 * before it, and letters that were typed in the meantime were treated as sent.
 */
function contentAfter(actions: readonly unknown[], { stages, content }: OpenDocument) {
  const before = stages.at(-1)?.content;
  if (!before || !actions.every(isEdit)) return content;
  const mutations = actions.map(({ patch }) => ({ patch: { id: before._id, ...patch } }));
  try {
    return new Mutation({ mutations }).apply(before);
  } catch {
    // It changes a part that someone else has added since: the edit must still be sent.
    return content;
  }
}

const publishedIdOfAction = (action: unknown) =>
  typeof action === "object" && action !== null && "publishedId" in action
    ? action.publishedId
    : undefined;

/**
 * Called on page unload. The browser cancels the edits in flight, and those behind them have not
 * been sent: both are sent in a way that outlasts the page. Neither has a response: a copy stays in
 * the browser, which the form offers where the lake does not have it when it is opened again.
 */
export function sendUnsaved(): void {
  for (const { documentId, userId, isSaved, stages, content } of documents) {
    if (isSaved) continue;
    const changes = changesBetween(stages[0]?.content ?? {}, content ?? {}).map(
      ({ path, after }) => ({
        path,
        was: stages.map((stage) => valueAt(stage.content, path) ?? null),
        now: after ?? null,
      }),
    );
    if (changes.length > 0) keepCopy(documentId, { personId: userId, changes });

    const last = stages.at(-1);
    if (!last?.sent) continue;
    const { transactionId, actions, post } = last.sent;
    const rest = changesBetween(last.content ?? {}, content ?? {});
    const draftId = draftIdOf(documentId);
    const patch = patchOf(rest);
    // They go in one request: of two, a busy site may take the second one first, and refuse it.
    const edit = {
      actionType: editAction,
      publishedId: documentId,
      draftId,
      patch,
    };
    post("actions", { actions: rest.length > 0 ? [...actions, edit] : actions, transactionId });
    // If the edit in flight has already arrived, that request is refused. This one sends the rest,
    // but never overwrites what someone else wrote since.
    const onlyRest = { id: draftId, ifRevisionID: transactionId, ...patch };
    if (rest.length > 0) post("mutate", { mutations: [{ patch: onlyRest }] });
  }
}

function patchOf(changes: readonly Change[]) {
  const isUnset = ({ after }: Change) => after === undefined;
  const set = changes.filter((change) => !isUnset(change));
  const unset = changes.filter(isUnset);
  return {
    ...(set.length > 0 && {
      set: Object.fromEntries(set.map(({ path, after }) => [pathText(path), after])),
    }),
    ...(unset.length > 0 && { unset: unset.map(({ path }) => pathText(path)) }),
  };
}

/** Whether something that was typed is not in the lake yet. */
export const isUnsaved = (): boolean => [...documents].some(({ isSaved }) => !isSaved);

/** The documents with something that is not in the lake yet, as their forms have them. */
export const unsavedDocuments = (): LakeDocument[] =>
  [...documents].flatMap(({ isSaved, content }) => (isSaved || !content ? [] : content));
