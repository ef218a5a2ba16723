import { randomUUID } from "node:crypto";
import type { Plans } from "@domain/plans/plan.server";
import type { AccountSite } from "./account-site";

/**
 * Takes credits as a gateway does: what was refused because the database was busy for ten seconds
 * is sent again with the same key. A slow machine needs longer than that for 200 at once.
 */
export async function debits(plans: Plans) {
  const { debit } = await import("@domain/plans/credits.server");
  const { withService } = await import("@domain/database/database.server");
  return async (userId: string, amount: number, idempotencyKey: string = randomUUID()) => {
    for (;;)
      try {
        return await withService((tx) =>
          debit(tx, plans, {
            userId,
            apiKeyId: "3b241101-e2bb-4255-8caf-4136c566a962",
            operation: "pdf/merge",
            credits: amount,
            idempotencyKey,
          }),
        );
      } catch (error) {
        if (!(error instanceof Response) || error.status !== 503) throw error;
      }
  };
}

/** Enters a grant and this many debits into the ledger of an account. */
export async function enterDebits({ database }: AccountSite, userId: string, count: number) {
  await database.query(
    `insert into public.credit_entries (user_id, kind, amount, balance, period_start, idempotency_key)
     values ($1, 'grant', 100000, 0, now(), 'grant')`,
    [userId],
  );
  await database.query(
    `insert into public.credit_entries (user_id, kind, amount, balance, period_start, operation, idempotency_key)
     select $1, 'debit', -1, 0, (select period_start from public.credit_entries where user_id = $1), 'merge', n::text
     from generate_series(1, $2::int) n`,
    [userId, count],
  );
}

/** The ledger's entries of an account, oldest first. */
export function ledgerOf({ database }: AccountSite, userId: string) {
  return database.query<{ kind: string; amount: number; balance: number; number: number }>(
    "select kind, amount, balance, number from public.credit_entries where user_id = $1 order by number",
    [userId],
  );
}

/** Moves the account's periods and ledger entries into the past. */
export async function agePeriods({ database }: AccountSite, userId: string, months: number) {
  await database.transaction(async (tx) => {
    await tx.execute("alter table public.credit_entries disable trigger keep_entries");
    const by = `interval '${months} months'`;
    await tx.query(
      `update public.subscriptions set anchor = anchor - ${by}, coming_at = coming_at - ${by} where user_id = $1`,
      [userId],
    );
    await tx.query(
      `update public.credit_entries set period_start = period_start - ${by}, created_at = created_at - ${by},
         idempotency_key = case kind when 'grant' then 'aged' || number else idempotency_key end
       where user_id = $1`,
      [userId],
    );
    await tx.execute("alter table public.credit_entries enable always trigger keep_entries");
  });
}
