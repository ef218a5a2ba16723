import { type Document, type Store, strengthened, type Transaction } from "@platen/content-lake";
import {
  scheduledContent,
  scheduledEdit,
  scheduledEditPrefix,
  type ScheduledEdit,
} from "../../schemas/scheduled-edit";
import type { Logger } from "pino";

/** What is needed of the lake's store. */
type ScheduleStore = Pick<Store, "onCommit" | "transact"> & {
  documents: { ofType(type: string): Iterable<Document> };
};

/** Who publishes, in the history of documents. */
const author = "schedule";

/** A timer holds 24 days at most; then it checks again. */
const maxTimer = 2 ** 31 - 1;

/**
 * Publishes the edits that editors scheduled, each at its time, including those that fell due while
 * the site was stopped. An edit that cannot be published stays, and its document's form shows why.
 *
 * @param administratorsPublish types whose edits are never published this way: an editor may write
 *   a scheduled edit but may not publish these
 * @returns how to stop
 */
export function publishScheduledEdits(
  store: ScheduleStore,
  administratorsPublish: readonly string[],
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
    // In a loop: the number of arguments of a call is limited, and with 130,000 the backend could
    // not start.
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
      });
    }
    setTimer();
  }

  async function publishOne(id: string) {
    const request = { author };
    try {
      await store.transact(request, (transaction) =>
        publish(transaction, id, administratorsPublish),
      );
    } catch (error) {
      const problem = error instanceof Error ? error.message : "It could not be published.";
      await store.transact(request, (transaction) => {
        const document = transaction.get(id);
        if (document) transaction.createOrReplace({ ...document, problem });
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

/** @throws a sentence for the editor, or the lake's refusal */
function publish(transaction: Transaction, id: string, administratorsPublish: readonly string[]) {
  const parsed = scheduledEdit.safeParse(transaction.get(id));
  // It was canceled or rescheduled in the meantime.
  if (!parsed.success || Date.parse(parsed.data.publishAt) > Date.now()) return;
  const edit: ScheduledEdit = parsed.data;
  const published = transaction.get(edit.document);
  if (!published) throw new Error("The document is not published any more.");
  if (published._rev !== edit.baseRevision) {
    throw new Error("Another edit was published after this one was scheduled.");
  }
  const content = scheduledContent.parse(JSON.parse(edit.content));
  const types = [published._type, content._type];
  if (types[0] !== types[1] || types.some((type) => administratorsPublish.includes(type))) {
    throw new Error("Edits of this type cannot be scheduled.");
  }
  const { _id, _type, _rev, _createdAt, _updatedAt } = published;
  // References to documents that were unpublished when the draft was written become strong.
  transaction.createOrReplace(
    strengthened({ ...content, _id, _type, _rev, _createdAt, _updatedAt }),
  );
  transaction.delete(id);
}
