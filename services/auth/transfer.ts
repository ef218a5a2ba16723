import { z } from "zod";
import type { Database, Queryable, Transaction } from "@platen/postgres/database";
import { isBcrypt } from "./passwords/password-hashing";

/** The tables that make an account, in the order in which rows depend on each other. */
const tables = ["auth.users", "auth.identities", "auth.mfa_factors"] as const;

type Table = (typeof tables)[number];

const lineSchema = z.object({
  table: z.enum(tables),
  row: z.looseObject({
    id: z.guid(),
    user_id: z.guid().optional(),
    email: z.string().nullish(),
    encrypted_password: z.string().nullish(),
  }),
});

/** One row of one table, under the hosted schema's column names. */
export type AccountRow = z.infer<typeof lineSchema>;

/** The result of an import. */
export interface ImportReport {
  imported: number;
  /**
   * Accounts whose id existed already: they stay as they are, so that importing twice changes
   * nothing.
   */
  alreadyThere: number;
  /**
   * Accounts whose password has a hash that this service cannot check; their owners need a new one.
   */
  foreignPasswords: number;
  /** Accounts that cannot be signed in to here: by no password, link or external account. */
  withoutWayIn: Record<MissingWay, number>;
  /**
   * Why nothing was imported: rows that conflict with existing accounts. Empty when all is well.
   */
  conflicts: string[];
}

/**
 * Sign-in methods of the hosted service that are missing here: by phone, anonymously, or by company
 * (SAML).
 */
type MissingWay = "telephone" | "anonymous" | "sso";

const pageSize = 500;

/**
 * All accounts as NDJSON: one row of one table per line, every account before its identities and
 * factors.
 */
export async function* exportAccounts(db: Queryable): AsyncGenerator<string> {
  for (const table of tables) {
    const columns = await columnsOf(db, table);
    let last = "00000000-0000-0000-0000-000000000000";
    for (;;) {
      const page = await db.query<{ id: string; row: Record<string, unknown> }>(
        `select id, to_jsonb(t) as row from ${table} t where id > $1 order by id limit ${pageSize}`,
        [last],
      );
      for (const { row } of page) {
        const known = Object.fromEntries(Object.entries(row).filter(([name]) => columns.has(name)));
        yield `${JSON.stringify({ table, row: known })}\n`;
      }
      last = page.at(-1)?.id ?? last;
      if (page.length < pageSize) break;
    }
  }
}

/**
 * Reads NDJSON that {@link exportAccounts} wrote.
 *
 * @throws an Error that names the invalid line.
 */
export function parseAccounts(text: string): AccountRow[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const where = `Line ${index + 1} is not an account row`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new TransferError(`${where}: it is not JSON.`);
    }
    const parsed = lineSchema.safeParse(value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new TransferError(`${where}: ${issue?.path.join(".")}: ${issue?.message}.`);
    }
    if (parsed.data.table !== "auth.users" && parsed.data.row.user_id === undefined) {
      throw new TransferError(`${where}: row.user_id is missing.`);
    }
    return [parsed.data];
  });
}

/** The file does not match the database. The message is a sentence for the operator. */
export class TransferError extends Error {
  override readonly name = "TransferError";
}

/**
 * Imports accounts: all of them or, when any conflicts with existing ones, none.
 *
 * @throws {TransferError} when the rows do not belong together, or do not fit the tables.
 * @throws what the database throws when it refuses a row; nothing is imported then.
 */
export function importAccounts(
  database: Pick<Database, "transaction">,
  rows: readonly AccountRow[],
): Promise<ImportReport> {
  return database.transaction(async (db) => {
    const of = (table: Table) => rows.filter((each) => each.table === table).map(({ row }) => row);
    const users = of("auth.users");
    const ids = new Set(users.map(({ id }) => id.toLowerCase()));
    for (const { table, row } of rows) {
      if (row.user_id === undefined || ids.has(row.user_id.toLowerCase())) continue;
      throw new TransferError(`${table} ${row.id} belongs to no account in the file.`);
    }
    const there = new Set(await existingIds(db, [...ids]));
    const fresh = (id: string | undefined) => id !== undefined && !there.has(id.toLowerCase());
    const newUsers = users.filter(({ id }) => fresh(id)).map(withoutDraft);
    const newRows = {
      "auth.users": newUsers,
      "auth.identities": of("auth.identities").filter((row) => fresh(row.user_id)),
      "auth.mfa_factors": of("auth.mfa_factors").filter((row) => fresh(row.user_id)),
    };
    const conflicts = await findConflicts(db, newRows);
    const report = {
      alreadyThere: users.length - newUsers.length,
      foreignPasswords: newUsers.filter(({ encrypted_password: hash }) => hash && !isBcrypt(hash))
        .length,
      withoutWayIn: countWithoutWayIn(newUsers, newRows["auth.identities"]),
      conflicts,
    };
    if (conflicts.length > 0) return { ...report, imported: 0 };
    for (const table of tables) await insertRows(db, table, newRows[table]);
    return { ...report, imported: newUsers.length };
  });
}

/**
 * The row without the data of an unconfirmed sign-up, which may be someone else's: a user who
 * verifies the email address later would share the account with them.
 */
function withoutDraft(row: AccountRow["row"]): AccountRow["row"] {
  const isTrusted = row.email_confirmed_at || row.phone_confirmed_at || row.invited_at;
  return isTrusted ? row : { ...row, encrypted_password: "", raw_user_meta_data: {} };
}

function countWithoutWayIn(
  users: readonly AccountRow["row"][],
  identities: readonly AccountRow["row"][],
): ImportReport["withoutWayIn"] {
  const elsewhere = new Set(
    identities
      .filter(({ provider }) => provider !== "email" && provider !== "phone")
      .map(({ user_id }) => user_id?.toLowerCase()),
  );
  const missing = users.map((user): MissingWay | null => {
    if (user.deleted_at) return null;
    if (user.is_anonymous === true) return "anonymous";
    if (user.is_sso_user === true) return "sso";
    return user.email || elsewhere.has(user.id.toLowerCase()) ? null : "telephone";
  });
  const count = (way: MissingWay) => missing.filter((each) => each === way).length;
  return { telephone: count("telephone"), anonymous: count("anonymous"), sso: count("sso") };
}

async function existingIds(db: Queryable, ids: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    "select id::text as id from auth.users where id::text = any($1::text[])",
    [ids],
  );
  return rows.map(({ id }) => id);
}

/**
 * Describes violations of unique indexes: whose email address, phone number or identity is taken,
 * and by whom.
 */
async function findConflicts(
  db: Queryable,
  rows: Record<Table, readonly AccountRow["row"][]>,
): Promise<string[]> {
  const found = await db.query<{ conflict: string }>(
    `with users as (select * from jsonb_populate_recordset(null::auth.users, $1::jsonb)),
       identities as (select * from jsonb_populate_recordset(null::auth.identities, $2::jsonb)),
       factors as (select * from jsonb_populate_recordset(null::auth.mfa_factors, $3::jsonb))
     select format('The address %s of account %s belongs to account %s.', n.email, n.id, o.id) as conflict
       from users n join auth.users o on lower(o.email) = lower(n.email)
       where not o.is_sso_user and not coalesce(n.is_sso_user, false)
     union all
     select format('The telephone number of account %s belongs to account %s.', n.id, o.id)
       from users n join auth.users o on o.phone = n.phone
     union all
     select format('The %s identity of account %s belongs to account %s.', n.provider, n.user_id, o.user_id)
       from identities n join auth.identities o
       on o.id = n.id or (o.provider = n.provider and o.provider_id = n.provider_id)
     union all
     select format('The second factor %s of account %s belongs to account %s.', n.id, n.user_id, o.user_id)
       from factors n join auth.mfa_factors o on o.id = n.id`,
    tables.map((table) => JSON.stringify(rows[table])),
  );
  return found.map(({ conflict }) => conflict);
}

async function insertRows(
  db: Transaction,
  table: Table,
  rows: readonly AccountRow["row"][],
): Promise<void> {
  const columns = await columnsOf(db, table);
  const used = [...columns].filter((name) => rows.some((row) => row[name] !== undefined));
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      // A newer schema's columns are not a loss while they are empty, nor are generated columns.
      const empty = value === null || value === "" || value === false;
      if (columns.has(name) || empty || generated.has(`${table}.${name}`)) continue;
      throw new TransferError(`${table} has no column ${name} here.`);
    }
  }
  if (rows.length === 0) return;
  const list = used.map((name) => `"${name}"`).join(", ");
  for (let start = 0; start < rows.length; start += pageSize) {
    await db.query(
      `insert into ${table} (${list}) select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(rows.slice(start, start + pageSize))],
    );
  }
}

const generated = new Set(["auth.users.confirmed_at", "auth.identities.email"]);

/** The columns that can be written. */
async function columnsOf(db: Queryable, table: Table): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(
    `select attname::text as name from pg_attribute
     where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`,
    [table],
  );
  return new Set(rows.map(({ name }) => name));
}
