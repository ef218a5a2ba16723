import type { Queryable } from "@platen/postgres/database";
import type { AssetStore } from "../asset-store";

/** An upload of the last day that is still stored. */
export interface PastUpload {
  author: string;
  bytes: number;
  /** In milliseconds since the Unix epoch. */
  at: number;
}

/**
 * The uploads since a moment, oldest first, with their users from the log. Without them a restart
 * would begin everyone's day again.
 */
export async function readPastUploads(
  database: Queryable,
  store: Pick<AssetStore, "get">,
  since: number,
): Promise<PastUpload[]> {
  const rows = await database.query<{ id: string; author: string }>(created, [new Date(since)]);
  return rows
    .flatMap(({ id, author }) => {
      const asset = store.get(id);
      if (typeof asset?.size !== "number" || typeof asset._createdAt !== "string") return [];
      const at = Date.parse(asset._createdAt);
      // An asset of an earlier day, of which only the description was changed, is not an upload.
      return at >= since ? [{ author, bytes: asset.size, at }] : [];
    })
    .sort((one, other) => one.at - other.at);
}

/** The user of the first change of each asset. */
const created = `
  select distinct on (changes.document_id) changes.document_id as id, transactions.author
  from lake.transactions transactions join lake.changes changes using (sequence)
  where transactions.committed_at >= $1
    and (changes.document_id like 'image-%' or changes.document_id like 'file-%')
  order by changes.document_id, transactions.sequence`;
