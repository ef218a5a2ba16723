import type { ServiceTx } from "@domain/database/transactions.server";
import { creditEntries } from "@domain/database/tables.server";

export type CreditEntry = typeof creditEntries.$inferSelect;

/** Adds an entry to the ledger; the database computes its balance. */
export async function enter(
  tx: ServiceTx,
  entry: typeof creditEntries.$inferInsert,
): Promise<CreditEntry> {
  const [entered] = await tx.insert(creditEntries).values(entry).returning();
  if (!entered) throw new Error("The insertion of a credit entry returned no row.");
  return entered;
}
