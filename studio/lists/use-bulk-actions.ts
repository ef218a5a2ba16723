import type { SanityClient, SanityDocument } from "@sanity/client";
import { useCallback, useEffect, useRef, useState } from "react";
import { auditTime } from "rxjs";
import { useClient, useSchema } from "sanity";
import type { LakeDocument } from "../../schemas/content-check";
import { draftIdOf } from "../../schemas/edits/draft-ids";
import { everyDocument } from "../every-document";
import { createAgain } from "../publishing/undo-deletion";
import { nameOf, referringTo, type NamedDocument } from "../used-by";
import { actionWords, countOfDocuments } from "./bulk-parts";
import { actionsFor, bulkRows, referrersFirst, type BulkAction, type BulkRow } from "./bulk-rows";

/** While others write, the list is read again no more often than this. */
const rereadMilliseconds = 3_000;

/** Reads all documents, whenever one has changed, and performs an action on several of them. */
export function useBulkActions() {
  const client = useClient({ apiVersion: "2025-02-19" });
  const schema = useSchema();
  const [rows, setRows] = useState<BulkRow[]>([]);
  const [status, setStatus] = useState("Reading the documents…");
  const [refusals, setRefusals] = useState<string[]>([]);
  const [deleted, setDeleted] = useState<SanityDocument[][]>([]);
  const [isBusy, setBusy] = useState(true);

  const latest = useRef(0);
  const read = useCallback(async () => {
    latest.current += 1;
    const own = latest.current;
    const found = await client.fetch<LakeDocument[]>(everyDocument, {}, { perspective: "raw" });
    if (own === latest.current) setRows(bulkRows(found));
  }, [client]);
  useEffect(() => {
    read()
      .then(
        () => setStatus("Choose documents, then what to do with them."),
        (error: unknown) => setStatus(reasonOf(error)),
      )
      .finally(() => setBusy(false));
  }, [read]);
  // A list that stays open said "Published" of documents that had drafts, and lacked new ones.
  useEffect(() => {
    const changes = client
      .listen(everyDocument, {}, { events: ["mutation"], includeResult: false })
      .pipe(auditTime(rereadMilliseconds))
      // An unavailable lake is read again at the next change, and the notice says so.
      .subscribe(() => void read().catch(() => {}));
    return () => changes.unsubscribe();
  }, [client, read]);

  async function perform(action: BulkAction, targets: readonly BulkRow[]) {
    setBusy(true);
    setRefusals([]);
    const refused: string[] = [];
    const removed: SanityDocument[][] = [];
    // Documents that others refer to come last: the others may be gone by then.
    const ordered = action === "publish" ? targets : referrersFirst(targets);
    for (const [index, row] of ordered.entries()) {
      setStatus(`${index + 1} of ${targets.length}…`);
      const outcome = await performOn(client, action, row, (used) => nameOf(used, schema));
      if ("refusal" in outcome) refused.push(outcome.refusal);
      else if (action === "delete") removed.push(outcome.versions);
    }
    setDeleted(removed);
    await finish(
      `${countOfDocuments(targets.length - refused.length)} ${actionWords[action].done}.`,
    );
    setRefusals(refused);
  }

  /** Restores what was deleted last, what others refer to first. */
  async function undo() {
    setBusy(true);
    setDeleted([]);
    const refused: string[] = [];
    for (const versions of deleted.toReversed())
      await createAgain(client, versions).catch((error: unknown) => refused.push(reasonOf(error)));
    await finish(`${countOfDocuments(deleted.length - refused.length)} restored.`);
    setRefusals(refused);
  }

  async function finish(done: string) {
    // Not before the list is read again: a choice among the old rows was cleared.
    setStatus(await read().then(() => done, reasonOf));
    setBusy(false);
  }

  return { rows, status, refusals, isBusy, perform, undo: deleted.length > 0 ? undo : null };
}

type Outcome = { refusal: string } | { versions: SanityDocument[] };

/** @returns why it was refused, or the versions of the document before */
async function performOn(
  client: SanityClient,
  action: BulkAction,
  row: BulkRow,
  name: (used: NamedDocument) => string,
): Promise<Outcome> {
  try {
    const used = action === "publish" ? [] : await referringTo(client, row.id);
    if (used.length > 0) {
      const titles = used.map((document) => `“${name(document)}”`).join(", ");
      return { refusal: `${row.title} is still used by ${titles}. Take it out there first.` };
    }
    // Not those of the list, which may have been edited since it was read.
    const versions = await client.getDocuments([row.id, draftIdOf(row.id)]);
    await client.action(await actionsFor(client, action, row));
    return { versions: versions.filter((version) => version !== null) };
  } catch (error) {
    return { refusal: `${row.title}: ${reasonOf(error)}` };
  }
}

const reasonOf = (error: unknown) =>
  error instanceof Error ? error.message : "The site is not responding.";
