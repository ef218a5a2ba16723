import { auditing, type Actor, type AuditedTx, type Recorded } from "@domain/audit/audit.server";
import { withAdministrator } from "@domain/database/database.server";
import { leavesNoAdministrator } from "@domain/database/transactions.server";
import type { Administrator } from "@domain/accounts/administrator";
import { lastAdministrator } from "./administration-error";

/** The actor in the audit log for what an administrator does. */
export const actorOf = ({ viewer, ipAddress }: Administrator): Actor => ({
  id: viewer.id,
  name: viewer.email,
  ipAddress,
});

/**
 * Runs a change in one transaction, on behalf of a user who is an administrator at that time. It
 * returns what `record` returned: a change without its audit entry does not compile.
 *
 * @throws {AdministrationError} even when the database would lose its last administrator by it
 */
export async function runAsAdministrator<T>(
  { claims }: Administrator,
  work: (tx: AuditedTx) => Promise<Recorded<T>>,
): Promise<T> {
  try {
    return await withAdministrator(claims, (tx) => auditing(tx, work));
  } catch (error) {
    if (leavesNoAdministrator(error)) throw lastAdministrator();
    throw error;
  }
}
