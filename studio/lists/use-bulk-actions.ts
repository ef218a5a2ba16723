import type { SanityClient } from "@sanity/client";
import { useCallback, useEffect, useState } from "react";
import { useClient } from "sanity";
import type { LakeDocument } from "../../schemas/content-check";
import { everyDocument } from "../every-document";
import { referringTo } from "../used-by";
import { actionWords, countOfDocuments } from "./bulk-parts";
import { actionsFor, bulkRows, referrersFirst, type BulkAction, type BulkRow } from "./bulk-rows";

/** Reads all documents, and performs an action on several of them. */
export function useBulkActions() {
  const client = useClient({ apiVersion: "2025-02-19" });
  const [rows, setRows] = useState<BulkRow[]>([]);
  const [status, setStatus] = useState("Reading the documents…");
  const [refusals, setRefusals] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(true);

  const read = useCallback(async () => {
    const found = await client.fetch<LakeDocument[]>(everyDocument, {}, { perspective: "raw" });
    setRows(bulkRows(found));
  }, [client]);
  useEffect(() => {
    read()
      .then(
        () => setStatus("Choose documents, then what to do with them."),
        (error: unknown) => setStatus(reasonOf(error)),
      )
      .finally(() => setBusy(false));
  }, [read]);

  async function perform(action: BulkAction, targets: readonly BulkRow[]) {
    setBusy(true);
    setRefusals([]);
    const refused: string[] = [];
    // Documents that others refer to come last: the others may be gone by then.
    const ordered = action === "publish" ? targets : referrersFirst(targets);
    for (const [index, row] of ordered.entries()) {
      setStatus(`${index + 1} of ${targets.length}…`);
      const refusal = await performOn(client, action, row);
      if (refusal) refused.push(refusal);
    }
    const done = `${countOfDocuments(targets.length - refused.length)} ${actionWords[action].done}.`;
    // Not before the list is read again: a choice among the old rows was cleared.
    setStatus(await read().then(() => done, reasonOf));
    setRefusals(refused);
    setBusy(false);
  }

  return { rows, status, refusals, isBusy, perform };
}

/** @returns why it was refused, or null */
async function performOn(
  client: SanityClient,
  action: BulkAction,
  row: BulkRow,
): Promise<string | null> {
  try {
    const used = action === "publish" ? [] : await referringTo(client, row.id);
    if (used.length > 0) {
      const titles = used.map(({ title }) => `“${title}”`).join(", ");
      return `${row.title} is still used by ${titles}. Take it out there first.`;
    }
    await client.action(await actionsFor(client, action, row));
    return null;
  } catch (error) {
    return `${row.title}: ${reasonOf(error)}`;
  }
}

const reasonOf = (error: unknown) =>
  error instanceof Error ? error.message : "The site is not responding.";
