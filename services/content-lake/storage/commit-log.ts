import { setImmediate as nextTurn } from "node:timers/promises";
import { withFloor } from "@platen/kit";
import { type Database, DatabaseError, isDiskFull } from "@platen/postgres/database";
import type { Change, Commit } from "../commit";
import { httpError, insufficientStorage, LakeError } from "../errors";
import { limits, serialize } from "../limits";

/** What Postgres stores of a change: JSON texts. No body = the document was deleted. */
interface Row {
  id: string;
  mutations: string;
  apply: string;
  revert: string;
  body: string | undefined;
}

/** Throws a MutationFailure when the document is too large. */
export function rowOf(change: Change, purged: boolean): Row {
  const { id, after, mutations, effects } = purged ? withoutPast(change) : change;
  return {
    id,
    mutations: JSON.stringify(mutations),
    apply: JSON.stringify(effects.apply),
    revert: JSON.stringify(effects.revert),
    body: after && serialize(after),
  };
}

/**
 * Writes a transaction, all of it or nothing.
 *
 * @param purged the documents whose earlier changes are to be forgotten
 * @throws LakeError 409 when the transaction id is taken, 507 when the disk is full, 503 when
 *   Postgres cannot write
 */
export async function writeTransaction(
  database: Database,
  { sequence, transactionId, timestamp, author }: Omit<Commit, "changes">,
  { rows, purged }: { rows: readonly Row[]; purged: ReadonlySet<string> },
): Promise<void> {
  // A deletion takes space, because the log keeps what was deleted; one that purges frees it.
  const frees = rows.every(({ id, body }) => body === undefined && purged.has(id));
  const write = () =>
    database.transaction(async (postgres) => {
      const entry = [sequence, transactionId, timestamp, author, [...purged]];
      await postgres.query(beginStatement, entry);
      for (const portion of portionsOf(rows, sizeOf)) {
        await nextTurn();
        const written = portion.filter(({ body }) => body !== undefined);
        const removed = portion.filter(({ body }) => body === undefined);
        await postgres.query(writeStatement, [
          sequence,
          portion.map(({ id }) => id),
          portion.map(({ mutations }) => mutations),
          portion.map(({ apply }) => apply),
          portion.map(({ revert }) => revert),
          written.map(({ id }) => id),
          written.map(({ body }) => body),
          removed.map(({ id }) => id),
        ]);
      }
    });
  try {
    await (frees ? withFloor("reserve", write) : write());
  } catch (error) {
    if (isDiskFull(error)) throw insufficientStorage(error.message);
    const used = error instanceof DatabaseError && error.code === "23505";
    if (used) throw transactionExists(transactionId);
    console.error("The content lake could not write a transaction:", error);
    throw httpError(503, "Service Unavailable", "The transaction could not be written");
  }
}

/** The check that Postgres makes for a transaction that is stored. */
export async function refuseUsed(database: Database, transactionId: string): Promise<void> {
  const used = await database.query("select 1 from lake.transactions where id = $1", [
    transactionId,
  ]);
  if (used.length > 0) throw transactionExists(transactionId);
}

/**
 * Throws a MutationFailure when a transaction of several documents would keep others from Postgres.
 * What is deleted counts an eighth: it was written under this limit, and scripts delete all of a
 * type.
 */
export function checkSize(rows: readonly Row[]): void {
  const characters = rows.reduce(
    (sum, row) => sum + (row.body === undefined ? sizeOf(row) / 8 : sizeOf(row)),
    0,
  );
  if (rows.length < 2 || characters <= limits.transaction) return;
  throw httpError(
    413,
    "Payload Too Large",
    `The transaction writes more than ${limits.transaction} characters. Write fewer documents at a time.`,
  );
}

const sizeOf = ({ mutations, apply, revert, body = "" }: Row) =>
  mutations.length + apply.length + revert.length + body.length;

/** Postgres runs in this thread: everyone waits while it reads or writes one portion. */
export function* portionsOf<T>(
  rows: readonly T[],
  size: (row: T) => number,
  most = limits.portion,
): Generator<T[]> {
  let portion: T[] = [];
  let characters = 0;
  for (const row of rows) {
    portion.push(row);
    characters += size(row);
    if (portion.length < most.documents && characters < most.characters) continue;
    yield portion;
    portion = [];
    characters = 0;
  }
  if (portion.length > 0) yield portion;
}

/**
 * What the log may hold of a change that purges: reverting it must not bring back what is to be
 * forgotten.
 */
function withoutPast(change: Change): Change {
  const { id, after, effects } = change;
  const mutations = [after ? { create: after } : { delete: { id } }];
  return { ...change, mutations, effects: { ...effects, revert: [0, null] } };
}

function transactionExists(transactionId: string): LakeError {
  const description = `Transaction ID "${transactionId}" has been used already`;
  const error = { type: "transactionExistsError", description };
  return new LakeError(409, description, { statusCode: 409, error });
}

const beginStatement = /* sql */ `
with purged as (
  delete from lake.changes where document_id = any ($5::text[])
)
insert into lake.transactions (sequence, id, committed_at, author) values ($1, $2, $3, $4)`;

const writeStatement = /* sql */ `
with recorded as (
  insert into lake.changes (document_id, sequence, mutations, apply, revert)
  select document_id, $1, mutations, apply, revert
  from unnest($2::text[], $3::text[], $4::text[], $5::text[])
    as change (document_id, mutations, apply, revert)
), written as (
  insert into lake.documents (id, body)
  select id, body from unnest($6::text[], $7::text[]) as document (id, body)
  on conflict (id) do update set body = excluded.body
)
delete from lake.documents where id = any ($8::text[])`;
