import { applyPatch } from "mendoza";
import { type Database } from "../postgres/database";
import { type Document, isRecord } from "./document";
import { badRequest } from "./errors";
import { type Store } from "./store";

export interface TransactionFilter {
  /** undefined = all documents. */
  documentIds?: readonly string[];
  /** Both are in the answer themselves. */
  fromTransaction?: string;
  toTransaction?: string;
  fromTime?: string;
  toTime?: string;
  /** Newest first. */
  reverse: boolean;
  limit: number;
  excludeMutations: boolean;
  withEffects: boolean;
  authors?: readonly string[];
}

/** A line of the history endpoint. https://www.sanity.io/docs/history-api */
export interface LoggedTransaction {
  id: string;
  timestamp: string;
  author: string;
  documentIDs: string[];
  mutations?: unknown[];
  effects?: Record<string, { apply: unknown; revert: unknown }>;
}

interface LogRow {
  id: string;
  committed_at: Date;
  author: string;
  document_ids: string[];
  mutations: string[];
  applies: string[];
  reverts: string[];
}

/** Which revision of a document is wanted: after that transaction, at that time, or the last that there was. */
export type Moment = { revision: string } | { time: string } | { lastRevision: true };

/** Reads the transaction log. */
export class History {
  readonly #database: Database;
  readonly #store: Store;

  constructor(database: Database, store: Store) {
    this.#database = database;
    this.#store = store;
  }

  /** The transactions that touched the documents, with what they did to these alone. */
  async transactions(filter: TransactionFilter): Promise<LoggedTransaction[]> {
    const { documentIds, fromTransaction, toTransaction, reverse } = filter;
    const rows = await this.#database.query<LogRow>(
      `select t.id, t.committed_at, t.author,
         array_agg(c.document_id order by c.document_id) as document_ids,
         array_agg(c.mutations order by c.document_id) as mutations,
         array_agg(c.apply order by c.document_id) as applies,
         array_agg(c.revert order by c.document_id) as reverts
       from lake.changes c join lake.transactions t using (sequence)
       where ($1::text[] is null or c.document_id = any ($1))
         and ($2::bigint is null or c.sequence >= $2)
         and ($3::bigint is null or c.sequence <= $3)
         and ($4::timestamptz is null or t.committed_at >= $4)
         and ($5::timestamptz is null or t.committed_at <= $5)
         and ($6::text[] is null or t.author = any ($6))
       group by c.sequence, t.id, t.committed_at, t.author
       order by c.sequence ${reverse ? "desc" : "asc"}
       limit $7`,
      [
        documentIds ?? null,
        await this.#sequenceOf(fromTransaction),
        await this.#sequenceOf(toTransaction),
        instant(filter.fromTime),
        instant(filter.toTime),
        filter.authors ?? null,
        filter.limit,
      ],
    );
    return rows.map((row) => ({
      id: row.id,
      timestamp: row.committed_at.toISOString(),
      author: row.author,
      documentIDs: row.document_ids,
      ...(filter.excludeMutations ? {} : { mutations: row.mutations.flatMap(parseArray) }),
      ...(filter.withEffects ? { effects: effectsOf(row) } : {}),
    }));
  }

  /**
   * A document as it was, or undefined where it was not (yet, or any more). Starts from what it is now and takes back
   * what came after.
   */
  async documentAt(id: string, moment: Moment): Promise<Record<string, unknown> | undefined> {
    const last = await this.#lastChange(id, moment);
    if (!last) return undefined;
    // Both from one instant: a write may commit while Postgres is asked.
    const { sequence } = this.#store;
    let state: unknown = withoutRevision(this.#store.get(id));
    const later = await this.#database.query<{ revert: string }>(
      `select revert from lake.changes
       where document_id = $1 and sequence > $2 and sequence <= $3 order by sequence desc`,
      [id, last.sequence, sequence],
    );
    for (const { revert } of later) state = applyPatch(state, parseArray(revert));
    return isRecord(state) ? { ...state, _rev: last.id } : undefined;
  }

  /** The change that made the document what it was at that moment. */
  async #lastChange(id: string, moment: Moment) {
    const of =
      "from lake.changes c join lake.transactions t using (sequence) where c.document_id = $1";
    const newest = "order by c.sequence desc limit 1";
    const find = async (condition: string, ...parameters: unknown[]) => {
      const [row] = await this.#database.query<{ sequence: number; id: string }>(
        `select c.sequence, t.id ${of} ${condition} ${newest}`,
        [id, ...parameters],
      );
      return row;
    };
    if ("lastRevision" in moment) {
      // A deletion leaves nothing to show: the last revision is the one before.
      return this.#store.get(id) ? find("") : find("and c.apply <> '[0,null]'");
    }
    if ("time" in moment) return find("and t.committed_at <= $2", instant(moment.time));
    const sequence = await this.#sequenceOf(moment.revision);
    return sequence === null ? undefined : find("and c.sequence <= $2", sequence);
  }

  /** null for no transaction. An unknown one is an error: the caller would take the whole log for an answer. */
  async #sequenceOf(transactionId: string | undefined): Promise<number | null> {
    if (transactionId === undefined || transactionId === "") return null;
    const [row] = await this.#database.query<{ sequence: number }>(
      "select sequence from lake.transactions where id = $1",
      [transactionId],
    );
    if (!row) throw badRequest(`Unknown transaction "${transactionId.slice(0, 200)}"`);
    return row.sequence;
  }
}

function instant(text: string | undefined): Date | null {
  if (text === undefined || text === "") return null;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw badRequest(`Invalid time "${text.slice(0, 100)}"`);
  return time;
}

function parseArray(json: string | undefined): unknown[] {
  const value: unknown = JSON.parse(json ?? "[]");
  return Array.isArray(value) ? value : [];
}

function effectsOf({ document_ids, applies, reverts }: LogRow) {
  return Object.fromEntries(
    document_ids.map((id, index) => [
      id,
      { apply: parseArray(applies[index]), revert: parseArray(reverts[index]) },
    ]),
  );
}

function withoutRevision(document: Document | undefined) {
  if (!document) return null;
  const attributes: Record<string, unknown> = { ...document };
  delete attributes._rev;
  return attributes;
}
