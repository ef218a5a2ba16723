import { and, asc, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { uuid } from "@domain/accounts/uuid";
import {
  decodeCursor,
  encodeCursor,
  instantOf,
  microsecondsOf,
} from "@domain/database/cursor.server";
import { withAdministrator } from "@domain/database/database.server";
import type { AdminTx } from "@domain/database/transactions.server";
import type { Administrator } from "@domain/accounts/administrator";
import { profiles, subscriptions } from "@domain/database/tables.server";
import { filterCondition } from "./user-filter.server";
import { stateOf, type UserFilter, type UserRow, type UserSort } from "./user-list";

/** The maximum that is counted: beyond it the page says "more than". */
export const countedAtMost = 1_000;

const byMoment = z.tuple([z.int().nonnegative(), uuid]);
const byText = z.tuple([
  z
    .string()
    .max(320)
    .regex(/^[^\0]*$/),
  uuid,
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
  return sql<string>`case when ${subscriptions.scheduledFor} <= now()
    then ${subscriptions.scheduledPlan} else ${subscriptions.plan} end`;
}

/**
 * One page of the accounts that match the filter, and the cursor after it, if there are more.
 * Bypasses row-level security, because the search index is useless under it; the same transaction
 * checks that the requester is an administrator.
 *
 * @throws a 400 Response when `after` is not a position in that order; the 404 page for a user who
 * is no longer an administrator.
 */
export function listUsers(
  { claims }: Pick<Administrator, "claims">,
  filter: UserFilter,
  limit: number,
): Promise<{ users: UserRow[]; next: string | null }> {
  const order = orders[filter.sort];
  const behind = order.behind(filter.after);
  return withAdministrator(claims, async (tx) => {
    const wanted = await filterCondition(tx, filter);
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
    const wanted = await filterCondition(tx, filter);
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
export async function readUsers(tx: AdminTx, ids: readonly string[]): Promise<UserRow[]> {
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
