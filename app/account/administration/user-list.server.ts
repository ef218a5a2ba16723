import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import {
  decodeCursor,
  encodeCursor,
  instantOf,
  microsecondsOf,
} from "~/account/database/cursor.server";
import { withAdministrator, type Transaction } from "~/account/database/database.server";
import type { Administrator } from "~/account/session/guards.server";
import { profiles, subscriptions } from "~/account/database/tables.server";
import { stateOf, type UserFilter, type UserRow, type UserSort, type UserState } from "./user-list";

/** The maximum that is counted: beyond it the page says "more than". */
export const countedAtMost = 1_000;

const byMoment = z.tuple([z.int().nonnegative(), z.uuid()]);
const byText = z.tuple([
  z
    .string()
    .max(320)
    .regex(/^[^\0]*$/),
  z.uuid(),
]);

/**
 * The orders: what the rows are sorted by, and the cursor within them. All of them have an index.
 */
const orders: Record<
  UserSort,
  { by: SQL[]; key: SQL<string | number>; behind: (after: string | undefined) => SQL | undefined }
> = {
  newest: {
    by: [desc(profiles.createdAt), desc(profiles.id)],
    key: microsecondsOf(profiles.createdAt),
    behind(after) {
      const place = decodeCursor(byMoment, after);
      return (
        place &&
        sql`(${profiles.createdAt}, ${profiles.id}) < (${instantOf(place[0])}, ${place[1]}::uuid)`
      );
    },
  },
  oldest: {
    by: [asc(profiles.createdAt), asc(profiles.id)],
    key: microsecondsOf(profiles.createdAt),
    behind(after) {
      const place = decodeCursor(byMoment, after);
      return (
        place &&
        sql`(${profiles.createdAt}, ${profiles.id}) > (${instantOf(place[0])}, ${place[1]}::uuid)`
      );
    },
  },
  email: byTextOf(profiles.email),
  name: byTextOf(profiles.sortName),
};

function byTextOf(column: typeof profiles.email | typeof profiles.sortName) {
  return {
    by: [asc(column), asc(profiles.id)],
    key: sql<string>`${column}`,
    behind(after: string | undefined) {
      const place = decodeCursor(byText, after);
      return place && sql`(${column}, ${profiles.id}) > (${place[0]}::text, ${place[1]}::uuid)`;
    },
  };
}

const states: Record<UserState, SQL | undefined> = {
  deleted: isNotNull(profiles.deletedAt),
  banned: and(isNull(profiles.deletedAt), sql`${profiles.bannedUntil} > now()`),
  unconfirmed: and(isNull(profiles.deletedAt), isNull(profiles.confirmedAt), notBanned()),
  active: and(isNull(profiles.deletedAt), isNotNull(profiles.confirmedAt), notBanned()),
};

function notBanned() {
  return sql`(${profiles.bannedUntil} is null or ${profiles.bannedUntil} <= now())`;
}

const columns = {
  id: profiles.id,
  email: profiles.email,
  fullName: profiles.fullName,
  role: profiles.role,
  createdAt: profiles.createdAt,
  confirmedAt: profiles.confirmedAt,
  bannedUntil: profiles.bannedUntil,
  deletedAt: profiles.deletedAt,
  version: profiles.version,
  plan: sql<string | null>`${planNow()}`,
};

/** The plan of an account. A change that is due counts already, even before it is recorded. */
export function planNow() {
  return sql<string>`case when ${subscriptions.comingAt} <= now()
    then ${subscriptions.comingPlan} else ${subscriptions.plan} end`;
}

/**
 * One page of the accounts that match the filter, and the cursor after it, if there are more.
 * Bypasses row-level security, because the search index is useless under it; the same transaction
 * checks that the requester is an administrator.
 *
 * @throws a 400 Response when `after` is no position in that order; the 404 page for a user who is
 * no longer an administrator.
 */
export function listUsers(
  { claims }: Pick<Administrator, "claims">,
  filter: UserFilter,
  limit: number,
): Promise<{ users: UserRow[]; next: string | null }> {
  const order = orders[filter.sort];
  const behind = order.behind(filter.after);
  return withAdministrator(claims, async (tx) => {
    const wanted = await chooseWay(tx, filter);
    const rows = await tx
      .select({ ...columns, key: order.key })
      .from(profiles)
      .leftJoin(subscriptions, eq(subscriptions.userId, profiles.id))
      .where(and(wanted, behind))
      .orderBy(...order.by)
      .limit(limit + 1);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      users: rows.slice(0, limit).map(asUserRow),
      next: last ? encodeCursor([last.key, last.id]) : null,
    };
  });
}

/** How many accounts match the filter; never more than `countedAtMost` + 1. */
export function countUsers(
  { claims }: Pick<Administrator, "claims">,
  filter: UserFilter,
): Promise<number> {
  return withAdministrator(claims, async (tx) => {
    const wanted = await chooseWay(tx, filter);
    const some = tx
      .select({ one: sql<number>`1`.as("one") })
      .from(profiles)
      .leftJoin(subscriptions, eq(subscriptions.userId, profiles.id))
      .where(wanted)
      .limit(countedAtMost + 1)
      .as("some");
    const [counted] = await tx.select({ total: sql`count(*)`.mapWith(Number) }).from(some);
    return counted?.total ?? 0;
  });
}

/** These accounts, ordered by email address; deleted ones are left out. */
export async function readUsers(tx: Transaction, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select(columns)
    .from(profiles)
    .leftJoin(subscriptions, eq(subscriptions.userId, profiles.id))
    .where(inArray(profiles.id, [...ids]))
    .orderBy(asc(profiles.email));
  return rows.map(asUserRow);
}

type Row = Omit<UserRow, "state"> & {
  confirmedAt: Date | null;
  bannedUntil: Date | null;
  deletedAt: Date | null;
};

function asUserRow(row: Row): UserRow {
  const { id, email, fullName, role, plan, createdAt, version } = row;
  return { id, email, fullName, role, plan, createdAt, version, state: stateOf(row) };
}

function matching({ q, role, plan, state }: UserFilter, planIsRare: boolean): SQL | undefined {
  return and(
    state ? states[state] : isNull(profiles.deletedAt),
    role ? eq(profiles.role, role) : undefined,
    plan ? (planIsRare ? amongThoseWith(plan) : hasPlan(plan)) : undefined,
    q ? found(q) : undefined,
  );
}

/**
 * Written with the columns that the database keeps statistics of: from `planNow` itself the planner
 * would estimate the free plan as rare.
 */
function hasPlan(plan: string): SQL | undefined {
  const { plan: present, comingPlan, comingAt } = subscriptions;
  return or(
    and(eq(present, plan), sql`(${comingAt} is null or ${comingAt} > now())`),
    and(eq(comingPlan, plan), sql`${comingAt} <= now()`),
  );
}

/**
 * The same, but the accounts with the plan are looked up first, instead of one account after
 * another in the list's order.
 */
const amongThoseWith = (plan: string) =>
  sql`${profiles.id} = any(array(select ${subscriptions.userId} from ${subscriptions} where ${hasPlan(plan)}))`;

const counts = z.array(z.object({ total: z.coerce.number() }));

async function count(tx: Transaction, rows: SQL): Promise<number> {
  const counted = await tx.execute(sql`select count(*) as total from (${rows}) as counted`);
  return counts.parse([...counted])[0]?.total ?? 0;
}

/**
 * The size of the sample of newest accounts, and how many accounts may have a plan that counts as
 * rare.
 */
const sample = 1_000;
const fewWithPlan = 5_000;

/**
 * The filter's condition, in the form that the database runs fastest. It cannot estimate how many
 * words begin with what was typed: a frequent prefix is found soon by scanning the list in its
 * order, a rare one by collecting its matches first. The newest accounts show which it is. Starting
 * a parallel worker is too expensive for one page.
 */
async function chooseWay(tx: Transaction, filter: UserFilter): Promise<SQL | undefined> {
  const { q, plan } = filter;
  const planIsRare =
    plan !== "" &&
    (await count(
      tx,
      sql`select from ${subscriptions} where ${hasPlan(plan)} limit ${fewWithPlan + 1}`,
    )) <= fewWithPlan;
  const wanted = matching(filter, planIsRare);
  await tx.execute(sql`set local max_parallel_workers_per_gather = 0`);
  if (q === "") return wanted;
  const among = await count(
    tx,
    sql`select from (
      select * from public.profiles order by created_at desc, id desc limit ${sample}
    ) as profiles left join public.subscriptions on subscriptions.user_id = profiles.id
    where ${wanted}`,
  );
  if (among > sample / 40) {
    await tx.execute(
      sql`select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`,
    );
  }
  return wanted;
}

/**
 * By prefixes of words in name and email address, or by an id or at least its first eight digits.
 */
function found(q: string): SQL | undefined {
  const words = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  const query = words.map((word) => `${word}:*`).join(" & ");
  const byWords = and(
    query ? sql`profiles.search @@ to_tsquery('simple', ${query})` : sql`false`,
    // Words of an email address in any order would also find similar addresses.
    q.includes("@") ? sql`starts_with(${profiles.email}, ${q.toLowerCase()})` : undefined,
  );
  const hex = q.toLowerCase().replaceAll("-", "");
  if (!/^[0-9a-f]{8,32}$/.test(hex)) return byWords;
  const [first, last] = [hex.padEnd(32, "0"), hex.padEnd(32, "f")];
  return or(byWords, sql`${profiles.id} between ${first}::uuid and ${last}::uuid`);
}
