import { eq } from "drizzle-orm";
import type { Role } from "@domain/accounts/viewer";
import { type Actor, record, type Recorded } from "@domain/audit/audit.server";
import { profiles } from "@domain/database/tables.server";
import type { ServiceTx } from "@domain/database/transactions.server";

/** Gives an account that the transaction has locked another role, and records it. */
export async function setRole(
  tx: ServiceTx,
  actor: Actor,
  account: Pick<typeof profiles.$inferSelect, "id" | "email" | "role">,
  { role, reason }: { role: Role; reason?: string },
): Promise<Recorded<void>> {
  await tx.update(profiles).set({ role }).where(eq(profiles.id, account.id));
  return record(tx, actor, {
    action: "user.role",
    subject: account,
    reason,
    before: { role: account.role },
    after: { role },
  });
}
