import { applyPatch } from "mendoza";
import type { Database } from "@platen/postgres/database";
import type { Change, Commit } from "../commit";
import { type Document, isDocument, isRecord, withoutRevision } from "../document";
import type { Store } from "../store";

/**
 * How far back: a Studio that was connected until the process died has seen all but the last one or
 * two.
 */
const max = { transactions: 100, bytes: 500_000 };

interface Head {
  sequence: number;
  id: string;
  committed_at: Date;
  author: string;
}

interface LogRow {
  sequence: number;
  document_id: string;
  mutations: string;
  apply: string;
  revert: string;
  /** The transaction that changed the document before; null when unknown. */
  previous: string | null;
}

/**
 * The last transactions of the log as the commits that they were, oldest first: with them a
 * listener can resume after a restart of the process. Bounded, and only whole transactions: it
 * stops before one of which something was purged.
 */
export async function readPastCommits(database: Database, store: Store): Promise<Commit[]> {
  const heads = await database.query<Head>(headsStatement, [max.transactions, max.bytes]);
  const rows = await database.query<LogRow>(changesStatement, [
    heads.map(({ sequence }) => sequence),
  ]);
  const states = new Map<string, Document | undefined>();
  const commits: Commit[] = [];
  for (const head of heads) {
    const changes: Change[] = [];
    for (const row of rows.filter(({ sequence }) => sequence === head.sequence)) {
      const id = row.document_id;
      const change = changeOf(head.id, states.has(id) ? states.get(id) : store.get(id), row);
      if (!change) return commits;
      states.set(id, change.before);
      changes.push(change);
    }
    commits.unshift({
      sequence: Number(head.sequence),
      transactionId: head.id,
      timestamp: head.committed_at.toISOString(),
      author: head.author,
      changes,
      size: changes.reduce((sum, { after }) => sum + JSON.stringify(after ?? null).length, 0),
    });
  }
  return commits;
}

/** Reconstructs a change from its outcome; undefined where the log is incomplete. */
function changeOf(
  transactionId: string,
  after: Document | undefined,
  { document_id: id, mutations, apply, revert, previous }: LogRow,
): Change | undefined {
  if (after && after._rev !== transactionId) return undefined;
  const effects: Change["effects"] = { apply: JSON.parse(apply), revert: JSON.parse(revert) };
  const reverted: unknown = applyPatch(withoutRevision(after), effects.revert);
  const before = isRecord(reverted) ? { ...reverted, _rev: previous } : undefined;
  if (before && !isDocument(before)) return undefined;
  // The document was purged: its past is gone from the log.
  if (!before && !after) return undefined;
  return { id, before, after, mutations: JSON.parse(mutations), effects };
}

/**
 * The sizes are those on disk, compressed: reading the length of each text would take as long as
 * reading them all.
 */
const headsStatement = /* sql */ `
with sized as (
  select t.sequence, t.id, t.committed_at, t.author,
    coalesce(sum(pg_column_size(c.mutations) + pg_column_size(c.apply) + pg_column_size(c.revert)), 0) as size
  from (select * from lake.transactions order by sequence desc limit $1) t
    left join lake.changes c using (sequence)
  group by t.sequence, t.id, t.committed_at, t.author
), summed as (
  select *, sum(size) over (order by sequence desc) as total from sized
)
select sequence, id, committed_at, author from summed where total <= $2::bigint order by sequence desc`;

const changesStatement = /* sql */ `
select c.sequence, c.document_id, c.mutations, c.apply, c.revert, (
    select t.id from lake.changes p join lake.transactions t using (sequence)
    where p.document_id = c.document_id and p.sequence < c.sequence
    order by p.sequence desc limit 1
  ) as previous
from lake.changes c where c.sequence = any ($1::bigint[])
order by c.document_id`;
