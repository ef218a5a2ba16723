import { and, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { authService } from "@domain/auth-service/auth-service.server";
import { withService } from "@domain/database/database.server";
import { leavesNoAdministrator } from "@domain/database/transactions.server";
import { profiles } from "@domain/database/tables.server";
import { graceDays } from "./grace-period";

/** The maximum number of accounts deleted per run, so that a run ends. */
const maxAtOnce = 100;

/**
 * Closes an account: all its sessions end, its keys are suspended, and in thirty days it is
 * deleted. Call it only after a fresh sign-in. Closing it again has no effect.
 *
 * @returns when it will be deleted; null when it is the last administrator's, which stays
 */
export async function closeAccount(id: string): Promise<Date | null> {
  try {
    return await withService(async (tx) => {
      await tx
        .update(profiles)
        .set({ closesAt: sql`now() + make_interval(days => ${graceDays}::int)` })
        .where(and(eq(profiles.id, id), isNull(profiles.closesAt)));
      const [closed] = await tx
        .select({ closesAt: profiles.closesAt })
        .from(profiles)
        .where(eq(profiles.id, id));
      await tx.execute(sql`select public.end_sessions_of(${id}::uuid)`);
      return closed?.closesAt ?? null;
    });
  } catch (error) {
    if (leavesNoAdministrator(error)) return null;
    throw error;
  }
}

/**
 * Reopens a closed account unless its grace period is over: otherwise {@link deleteExpiredAccounts}
 * might delete it after its owner was told that it stays.
 *
 * @returns whether the account is open now
 */
export async function reopenAccount(id: string): Promise<boolean> {
  const reopened = await withService((tx) =>
    tx
      .update(profiles)
      .set({ closesAt: null })
      .where(
        and(eq(profiles.id, id), or(isNull(profiles.closesAt), gt(profiles.closesAt, sql`now()`))),
      )
      .returning({ id: profiles.id }),
  );
  return reopened.length > 0;
}

const graceAgo = sql`now() - make_interval(days => ${graceDays}::int)`;

/**
 * Deletes the accounts whose grace period has expired, including those that administrators have
 * deleted, through the auth service: all their data goes with them. A deletion that fails is logged
 * and retried in the next run; several machines may do this at once.
 *
 * @returns how many were deleted
 */
export async function deleteExpiredAccounts(): Promise<number> {
  const due = await withService((tx) =>
    tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(or(lte(profiles.closesAt, sql`now()`), lte(profiles.deletedAt, graceAgo)))
      .orderBy(sql`coalesce(${profiles.closesAt}, ${profiles.deletedAt})`)
      .limit(maxAtOnce),
  );
  let deletedCount = 0;
  for (const { id } of due) {
    const { error } = await authService().admin.deleteUser(id);
    if (!error) deletedCount += 1;
    // Another process was faster.
    else if (error.code !== "user_not_found") {
      console.error("A closed or deleted account could not be deleted.", { id }, error);
    }
  }
  return deletedCount;
}
