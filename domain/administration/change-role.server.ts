import { actorOf, runAsAdministrator } from "./run-as-administrator.server";
import { lockAccount, type Target } from "./lock-account.server";
import { AdministrationError } from "./administration-error";
import { setRole } from "./set-role.server";
import type { Administrator } from "@domain/accounts/administrator";
import type { Role } from "@domain/accounts/viewer";

/**
 * Gives an account another role. It takes effect with the next request, in open sessions too.
 *
 * @throws {AdministrationError} when the account is stale or deleted, has that role already, or is
 * the last administrator
 */
export function changeRole(
  administrator: Administrator,
  target: Target,
  { role, reason }: { role: Role; reason: string },
): Promise<void> {
  return runAsAdministrator(administrator, async (tx) => {
    const account = await lockAccount(tx, target);
    if (account.deletedAt)
      throw new AdministrationError("This account is deleted. Restore it first.");
    if (account.role === role)
      throw new AdministrationError(`This account already has the role ${role}.`);
    return setRole(tx, actorOf(administrator), account, { role, reason });
  });
}
