import { applyPatch } from "mendoza";
import { isRecord, withoutRevision } from "../document";
import { badRequest } from "../errors";
import { portionsOf } from "../storage/commit-log";
import type { HistoryTurn } from "./history-turns";
import type { Store } from "../store";

export interface TransactionFilter {
  /** undefined = all documents. */
  documentIds?: readonly string[];
  /** Both are inclusive. */
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

interface Head {
  sequence: number;
  id: string;
  committed_at: Date;
  author: string;
  document_ids: string[];
  /** Lower bound of the characters requested of it. */
  size: number;
}

interface LogRow {
  sequence: number;
  document_id: string;
  mutations: string | null;
  apply: string | null;
  revert: string | null;
}

/**
 * Which revision of a document is requested: after that transaction, at that time (without one:
 * now, whatever the clock says), or the last one.
 */
export type PointInTime =
  { revision: string } | { time: string | undefined } | { lastRevision: true };

/** Reads the transaction log, in the turn of one request. */
export class History {
  readonly #turn: HistoryTurn;
  readonly #store: Store;

  constructor(turn: HistoryTurn, store: Store) {
    this.#turn = turn;
    this.#store = store;
  }

  /**
   * The transactions that touched the documents, with their effects on these only: a few at a time,
   * as the consumer reads, because a large result would block Postgres and everyone who waits for
   * it.
   */
  async transactions(filter: TransactionFilter): Promise<AsyncGenerator<LoggedTransaction>> {
    const { documentIds, fromTransaction, toTransaction, reverse } = filter;
    const { withMutations, withEffects } = contentOf(filter);
    const heads = await this.#turn.query<Head>(
      `select c.sequence, t.id, t.committed_at, t.author,
         array_agg(c.document_id order by c.document_id) as document_ids,
         sum(case when $8 then octet_length(c.mutations) else 0 end
           + case when $9 then octet_length(c.apply) + octet_length(c.revert) else 0 end)::float8 as size
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
        withMutations,
        withEffects,
      ],
    );
    return this.#withContent(heads, filter);
  }

  async *#withContent(
    heads: readonly Head[],
    filter: TransactionFilter,
  ): AsyncGenerator<LoggedTransaction> {
    const { withMutations, withEffects } = contentOf(filter);
    for (const portion of portionsOf(heads, ({ size }) => size)) {
      const rows = await this.#turn.query<LogRow>(
        `select sequence, document_id, case when $3 then mutations end as mutations,
           case when $4 then apply end as apply, case when $4 then revert end as revert
         from lake.changes
         where sequence = any ($1::bigint[]) and ($2::text[] is null or document_id = any ($2))
         order by document_id`,
        [
          portion.map(({ sequence }) => sequence),
          filter.documentIds ?? null,
          withMutations,
          withEffects,
        ],
      );
      const lineOf = ({ sequence, id, committed_at, author, document_ids }: Head) => {
        const changes = rows.filter((row) => row.sequence === sequence);
        return {
          id,
          timestamp: committed_at.toISOString(),
          author,
          documentIDs: document_ids,
          ...(withMutations
            ? { mutations: changes.flatMap(({ mutations }) => parseArray(mutations)) }
            : {}),
          ...(withEffects ? { effects: effectsOf(changes) } : {}),
        };
      };
      for (const head of portion) yield this.#turn.work(() => lineOf(head));
    }
  }

  /**
   * A document as it was, or undefined when it did not exist (yet or anymore). Starts from its
   * current state and reverts later changes.
   */
  async documentAt(id: string, at: PointInTime): Promise<Record<string, unknown> | undefined> {
    const last = await this.#lastChange(id, at);
    if (!last) return undefined;
    // Both from one instant: a write may commit during the query.
    const { sequence } = this.#store;
    let state: unknown = withoutRevision(this.#store.get(id));
    const later = await this.#turn.query<{ sequence: number; size: number }>(
      `select sequence, octet_length(revert) as size from lake.changes
       where document_id = $1 and sequence > $2 and sequence <= $3 order by sequence desc`,
      [id, last.sequence, sequence],
    );
    for (const portion of portionsOf(later, ({ size }) => size)) {
      const reverts = await this.#turn.query<{ revert: string }>(
        `select revert from lake.changes
         where document_id = $1 and sequence = any ($2::bigint[]) order by sequence desc`,
        [id, portion.map((each) => each.sequence)],
      );
      this.#turn.work(() => {
        for (const { revert } of reverts) state = applyPatch(state, parseArray(revert));
      });
    }
    return isRecord(state) ? { ...state, _rev: last.id } : undefined;
  }

  /** The change that made the document what it was at that time. */
  async #lastChange(id: string, at: PointInTime) {
    const of =
      "from lake.changes c join lake.transactions t using (sequence) where c.document_id = $1";
    const newest = "order by c.sequence desc limit 1";
    const find = async (condition: string, ...parameters: unknown[]) => {
      const [row] = await this.#turn.query<{ sequence: number; id: string }>(
        `select c.sequence, t.id ${of} ${condition} ${newest}`,
        [id, ...parameters],
      );
      return row;
    };
    if ("lastRevision" in at) {
      // A deletion has no content: the last revision is the one before it.
      return this.#store.get(id) ? find("") : find("and c.apply <> '[0,null]'");
    }
    if ("time" in at)
      return find("and ($2::timestamptz is null or t.committed_at <= $2)", instant(at.time));
    const sequence = await this.#sequenceOf(at.revision);
    return sequence === null ? undefined : find("and c.sequence <= $2", sequence);
  }

  /**
   * null for no transaction. An unknown one is an error: the client would take the whole log for
   * the result.
   */
  async #sequenceOf(transactionId: string | undefined): Promise<number | null> {
    if (transactionId === undefined || transactionId === "") return null;
    const [row] = await this.#turn.query<{ sequence: number }>(
      "select sequence from lake.transactions where id = $1",
      [transactionId],
    );
    if (!row) throw badRequest(`Unknown transaction "${transactionId.slice(0, 200)}"`);
    return row.sequence;
  }
}

const contentOf = ({ excludeMutations, withEffects }: TransactionFilter) => ({
  withMutations: !excludeMutations,
  withEffects,
});

/** null for none. Postgres does not accept every year that JavaScript does. */
function instant(text: string | undefined): Date | null {
  if (text === undefined || text === "") return null;
  const time = new Date(text);
  const year = time.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) throw badRequest(`Invalid time "${text.slice(0, 100)}"`);
  return time;
}

function parseArray(json: string | null): unknown[] {
  const value: unknown = JSON.parse(json ?? "[]");
  return Array.isArray(value) ? value : [];
}

const effectsOf = (changes: readonly LogRow[]) =>
  Object.fromEntries(
    changes.map(({ document_id, apply, revert }) => [
      document_id,
      { apply: parseArray(apply), revert: parseArray(revert) },
    ]),
  );
