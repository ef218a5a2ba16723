import type { AccountSite } from "./account-site";

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
