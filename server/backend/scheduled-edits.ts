import {
  checkAttributes,
  type Document,
  MutationFailure,
  type Store,
  strengthened,
  type Transaction,
} from "@platen/content-lake";
import {
  applyScheduledEdit,
  scheduledEdit,
  scheduledEditPrefix,
  type ScheduledEdit,
} from "../../schemas/scheduled-edit";
import { draftIdOf } from "../../schemas/edits/draft-ids";
import { mergeEdits } from "../../schemas/edits/merge-edits";
import type { Logger } from "pino";
import { z } from "zod";

/** The part of the lake's store that scheduling uses. */
type ScheduleStore = Pick<Store, "get" | "onCommit" | "transact"> & {
  documents: { ofType(type: string): Iterable<Document> };
};

interface PublishingRules {
  administratorsPublish: readonly string[];
  mayPublish: (revision: string) => Promise<boolean>;
}

/** The author of these changes in the history of documents. */
const author = "schedule";

/** Retry interval when the database does not respond. */
const retryMilliseconds = 60_000;

const lostPermission =
  "Its author may no longer publish. Edit it again, check it, and publish it yourself.";

/**
 * Maximum length of the message stored with a failed edit; listing 20,000 conflicting fields would
 * exceed the document limit.
 */
const maxProblem = 1_000;

/** Longest delay of setTimeout (about 24 days); then it checks again. */
const maxTimer = 2 ** 31 - 1;

/**
 * Publishes the edits that editors scheduled, each at its time, including those that fell due while
 * the site was stopped. An edit that cannot be published stays, and its document's form shows why.
 *
 * @param rules.administratorsPublish types whose edits are never published this way: an editor may
 *   write a scheduled edit but may not publish these
 * @param rules.mayPublish whether the author of a revision may publish now
 * @returns how to stop
 */
export function publishScheduledEdits(
  store: ScheduleStore,
  rules: PublishingRules,
  logger: Pick<Logger, "error">,
): () => void {
  const dueTimes = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  function note(id: string, document: Document | undefined) {
    const edit = scheduledEdit.safeParse(document);
    if (edit.success && !edit.data.problem) dueTimes.set(id, Date.parse(edit.data.publishAt));
    else dueTimes.delete(id);
  }

  function setTimer() {
    clearTimeout(timer);
    if (dueTimes.size === 0) return;
    // A loop, because the number of arguments of a call is limited: with 130,000 edits the backend
    // could not start.
    let next = Infinity;
    for (const dueAt of dueTimes.values()) next = Math.min(next, dueAt);
    const wait = next - Date.now();
    timer = setTimeout(() => void publishDue(), Math.min(Math.max(wait, 0), maxTimer)).unref();
  }

  async function publishDue() {
    for (const [id, dueAt] of dueTimes) {
      if (dueAt > Date.now()) continue;
      dueTimes.delete(id);
      await publishOne(id).catch((err: unknown) => {
        logger.error({ err, id }, "A scheduled edit could not be published.");
        // A refusal is permanent; retrying only wastes time, also that of other requests.
        if (!(err instanceof MutationFailure)) dueTimes.set(id, Date.now() + retryMilliseconds);
      });
    }
    setTimer();
  }

  async function publishOne(id: string) {
    const request = { author };
    const revision = store.get(id)?._rev;
    if (revision === undefined) return;
    const isAllowed = await rules.mayPublish(revision);
    try {
      if (!isAllowed) throw new Error(lostPermission);
      await store.transact(request, (transaction) => {
        // Written again in the meantime, and perhaps by another: that write has set its own time.
        if (transaction.get(id)?._rev !== revision) return;
        publish(transaction, id, rules.administratorsPublish);
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : "It could not be published.";
      const problem = message.slice(0, maxProblem);
      const write = (fields: object) =>
        store.transact(request, (transaction) => {
          const document = transaction.get(id);
          if (document?._rev === revision) transaction.createOrReplace({ ...document, ...fields });
        });
      await write({ problem }).catch((refusal: unknown) => {
        if (!(refusal instanceof MutationFailure)) throw refusal;
        // An edit of almost the largest size has room for it without the revision it is compared
        // to.
        return write({ problem, base: null });
      });
    }
  }

  for (const document of store.documents.ofType("scheduledEdit")) note(document._id, document);
  const unfollow = store.onCommit(({ changes }) => {
    const edits = changes.filter((change) => change.id.startsWith(scheduledEditPrefix));
    for (const { id, after } of edits) note(id, after);
    if (edits.length > 0) setTimer();
  });
  setTimer();
  return () => {
    unfollow();
    clearTimeout(timer);
  };
}

const anyFields = z.looseObject({});

/** @throws an Error whose message is shown to the editor, or the lake's refusal */
function publish(transaction: Transaction, id: string, administratorsPublish: readonly string[]) {
  const parsed = scheduledEdit.safeParse(transaction.get(id));
  // It was canceled or rescheduled in the meantime.
  if (!parsed.success || Date.parse(parsed.data.publishAt) > Date.now()) return;
  const edit: ScheduledEdit = parsed.data;
  // They are texts to the lake, which has not checked them: 50,000 fields blocked everyone for
  // seconds.
  for (const json of [edit.content, edit.base ?? "{}"])
    checkAttributes({ ...anyFields.parse(JSON.parse(json)), _id: edit.document });
  const published = transaction.get(edit.document);
  if (!published) throw new Error("The document is no longer published.");
  const { document, conflicts } = applyScheduledEdit(edit, published);
  if (conflicts.length > 0) {
    throw new Error(
      `Another edit, published after this one was scheduled, has changed ${conflicts.join(", ")} too. Edit this one again, and publish what is right.`,
    );
  }
  // Made by the schedule, it would lose the author whose permission is checked when it is due.
  const isOfSchedule = edit.document.startsWith(scheduledEditPrefix);
  const types = [published._type, document._type];
  const isGuarded = types.some((type) => administratorsPublish.includes(type));
  if (isOfSchedule || isGuarded || types[0] !== types[1]) {
    throw new Error("Edits of this type cannot be scheduled.");
  }
  const { _id, _type, _rev, _createdAt, _updatedAt } = published;
  // References to documents that were unpublished when the draft was written become strong.
  transaction.createOrReplace(
    strengthened({ ...document, _id, _type, _rev, _createdAt, _updatedAt }),
  );
  transaction.delete(id);
  const next = transaction.get(_id);
  const draft = transaction.get(draftIdOf(_id));
  if (next && draft) transaction.createOrReplace(broughtUpToDate(draft, published, next));
}

/**
 * Merges the published edit into a draft started earlier; publishing that draft would otherwise
 * silently revert the edit.
 */
function broughtUpToDate(draft: Document, before: Document, next: Document): Document {
  const { _id, _type, _rev, _createdAt, _updatedAt } = draft;
  const { document } = mergeEdits(before, draft, next);
  return { ...document, _id, _type, _rev, _createdAt, _updatedAt };
}
