import { and, eq } from "drizzle-orm";
import type { AuditedTx } from "@domain/audit/audit.server";
import type { ServiceTx } from "@domain/database/transactions.server";
import { creditEntries } from "@domain/database/tables.server";
import { enter, type CreditEntry } from "./credit-entry.server";
import type { Plans } from "./plan.server";
import { lockAndSettleAccount } from "./plan-status.server";

/**
 * The most credits that an administrator can bring an account to. A balance is a 32-bit integer in
 * the database, and reversals must have room above it.
 */
const maxBalance = 1_000_000_000;

/** The outcome of a ledger entry. */
export type EntryOutcome =
  /** `repeated`: it was made before, under the same idempotency key. */
  | { outcome: "entered"; entry: CreditEntry; repeated: boolean }
  | { outcome: "insufficient"; balance: number }
  /** The idempotency key belongs to another entry. */
  | { outcome: "conflict" }
  /** Nothing can be granted, because the lake does not know the account's plan. */
  | { outcome: "plan-unknown" }
  /** There is no such account, or no such debit. */
  | { outcome: "not-found" };

/**
 * Takes credits for an operation. The same idempotency key takes them once and returns the first
 * outcome again; a refusal is not stored, so that the key can be retried when there are credits.
 */
export async function debit(
  tx: ServiceTx,
  plans: Plans,
  asked: {
    userId: string;
    apiKeyId: string;
    operation: string;
    credits: number;
    idempotencyKey: string;
  },
): Promise<EntryOutcome> {
  const { userId, apiKeyId, operation, credits, idempotencyKey } = asked;
  const amount = -credits;
  return enterOnce(tx, plans, {
    userId,
    kind: "debit",
    amount,
    idempotencyKey,
    apiKeyId,
    operation,
  });
}

/**
 * Reverses a debit, whole and once. In a later period than the debit's, the credits are added to
 * that period's own.
 */
export async function reverse(tx: ServiceTx, plans: Plans, entryId: string): Promise<EntryOutcome> {
  const [taken] = await tx
    .select()
    .from(creditEntries)
    .where(and(eq(creditEntries.id, entryId), eq(creditEntries.kind, "debit")));
  if (!taken) return { outcome: "not-found" };
  const { userId, amount, apiKeyId } = taken;
  return enterOnce(tx, plans, {
    userId,
    kind: "reversal",
    amount: -amount,
    idempotencyKey: entryId,
    reverses: entryId,
    apiKeyId,
  });
}

/**
 * Adds or takes credits by an administrator's decision, within the current period.
 *
 * @param asked.idempotencyKey made with the form, so that sending it twice adjusts once
 */
export async function adjustCredits(
  tx: AuditedTx,
  plans: Plans,
  asked: {
    userId: string;
    amount: number;
    reason: string;
    decidedBy: string;
    idempotencyKey: string;
  },
): Promise<EntryOutcome | { outcome: "too-much" }> {
  const planStatus = await lockAndSettleAccount(tx, plans, asked.userId);
  if ((planStatus?.balance ?? 0) + asked.amount > maxBalance) return { outcome: "too-much" };
  return enterOnce(tx, plans, { kind: "adjustment", ...asked });
}

type Entry = Omit<typeof creditEntries.$inferInsert, "periodStart">;

async function enterOnce(tx: ServiceTx, plans: Plans, entry: Entry): Promise<EntryOutcome> {
  const planStatus = await lockAndSettleAccount(tx, plans, entry.userId);
  if (!planStatus) return { outcome: "not-found" };
  const [before] = await tx
    .select()
    .from(creditEntries)
    .where(
      and(
        eq(creditEntries.userId, entry.userId),
        eq(creditEntries.kind, entry.kind),
        eq(creditEntries.idempotencyKey, entry.idempotencyKey),
      ),
    );
  if (before) {
    const same =
      before.amount === entry.amount &&
      before.operation === (entry.operation ?? null) &&
      before.apiKeyId === (entry.apiKeyId ?? null);
    return same ? { outcome: "entered", entry: before, repeated: true } : { outcome: "conflict" };
  }
  const { balance, period } = planStatus;
  if (balance === null) return { outcome: "plan-unknown" };
  if (balance + entry.amount < 0) return { outcome: "insufficient", balance };
  const entered = await enter(tx, { ...entry, periodStart: period.startsAt });
  return { outcome: "entered", entry: entered, repeated: false };
}
