import { and, eq, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { AdminTx } from "@domain/database/transactions.server";
import { profiles, subscriptions } from "@domain/database/tables.server";
import type { UserFilter, UserState } from "./user-list";

const states: Record<UserState, SQL | undefined> = {
  deleted: isNotNull(profiles.deletedAt),
  banned: and(isNull(profiles.deletedAt), sql`${profiles.bannedUntil} > now()`),
  unconfirmed: and(isNull(profiles.deletedAt), isNull(profiles.confirmedAt), notBanned()),
  active: and(isNull(profiles.deletedAt), isNotNull(profiles.confirmedAt), notBanned()),
};

function notBanned() {
  return sql`(${profiles.bannedUntil} is null or ${profiles.bannedUntil} <= now())`;
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
  const { plan: present, scheduledPlan, scheduledFor } = subscriptions;
  return or(
    and(eq(present, plan), sql`(${scheduledFor} is null or ${scheduledFor} > now())`),
    and(eq(scheduledPlan, plan), sql`${scheduledFor} <= now()`),
  );
}

/**
 * The same, but the accounts with the plan are looked up first, instead of one account after
 * another in the list's order.
 */
const amongThoseWith = (plan: string) =>
  sql`${profiles.id} = any(array(select ${subscriptions.userId} from ${subscriptions} where ${hasPlan(plan)}))`;

const counts = z.array(z.object({ total: z.coerce.number() }));

async function count(tx: AdminTx, rows: SQL): Promise<number> {
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
export async function filterCondition(tx: AdminTx, filter: UserFilter): Promise<SQL | undefined> {
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
