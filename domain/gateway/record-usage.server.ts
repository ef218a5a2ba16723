import { and, eq } from "drizzle-orm";
import { withService } from "@domain/database/database.server";
import { apiKeys, creditEntries } from "@domain/database/tables.server";
import type { ServiceTx } from "@domain/database/transactions.server";
import { debit, type EntryOutcome, reverse } from "@domain/plans/credits.server";
import type { Plans } from "@domain/plans/plan.server";
import { admitService } from "./admit-service.server";
import type { KeyRefusal, UsageMessage } from "./message-schemas";
import { keyFacts, refusalOf } from "./presented-key.server";

/** The outcome of a message about usage. */
export type Usage =
  EntryOutcome | { outcome: "unknown-service-key" } | { outcome: "refused"; refusal: KeyRefusal };

/**
 * Debits the account of an API key. The same idempotency key gets the same response again, whatever
 * has happened to the API key since.
 */
export async function recordUsage(
  secret: string,
  message: UsageMessage,
  plans: Plans,
): Promise<Usage> {
  return withService(async (tx) => {
    if (!(await admitService(tx, secret))) return { outcome: "unknown-service-key" };
    const [key] = await tx.select(keyFacts).from(apiKeys).where(eq(apiKeys.id, message.keyId));
    if (!key) return { outcome: "refused", refusal: "unknown" };
    const refusal = refusalOf(key);
    if (refusal && !(await isEntered(tx, key.userId, message.idempotencyKey))) {
      return { outcome: "refused", refusal };
    }
    const { keyId: apiKeyId, ...rest } = message;
    return debit(tx, plans, { userId: key.userId, apiKeyId, ...rest });
  });
}

/** Gives back the credits of an operation that then failed. */
export async function reverseUsage(secret: string, entryId: string, plans: Plans): Promise<Usage> {
  return withService(async (tx) => {
    if (!(await admitService(tx, secret))) return { outcome: "unknown-service-key" };
    return reverse(tx, plans, entryId);
  });
}

async function isEntered(tx: ServiceTx, userId: string, idempotencyKey: string) {
  const found = await tx
    .select({ id: creditEntries.id })
    .from(creditEntries)
    .where(
      and(
        eq(creditEntries.userId, userId),
        eq(creditEntries.kind, "debit"),
        eq(creditEntries.idempotencyKey, idempotencyKey),
      ),
    );
  return found.length > 0;
}
