import { createHash, randomBytes } from "node:crypto";
import { isAuthRetryableFetchError } from "@supabase/supabase-js";
import { and, eq, isNull, min, sql } from "drizzle-orm";
import type { ServiceError } from "@domain/auth-service/auth-error-messages";
import { authService } from "@domain/auth-service/auth-service.server";
import { withService, withUser } from "@domain/database/database.server";
import { checkPassword } from "~/account/sign-in/check-password.server";
import { owesSecondFactor } from "~/account/session/owes-second-factor.server";
import type { Session } from "~/account/session/session.server";
import type { Claims } from "@domain/accounts/claims";
import { recoveryCodes } from "@domain/database/tables.server";

const codesAtOnce = 10;

/** Crockford's base 32: without I, L, O and U, which are misread, or read as words. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 16;

/**
 * Sign-in methods that a code may complete: a mailbox alone must not open an account, whatever else
 * is found.
 */
const firstFactors = new Set(["password", "oauth"]);

/** The state of a user's recovery codes. */
export interface RecoveryState {
  left: number;
  /** When they were made; null when there are none. */
  madeAt: Date | null;
}

/** The state of the recovery codes of the user of these claims. */
export async function recoveryState(claims: Claims): Promise<RecoveryState> {
  const [row] = await withUser(claims, (tx) =>
    tx
      .select({
        left: sql<number>`count(*) filter (where ${recoveryCodes.usedAt} is null)`.mapWith(Number),
        madeAt: min(recoveryCodes.createdAt),
      })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.owner, claims.sub)),
  );
  return { left: row?.left ?? 0, madeAt: row?.madeAt ?? null };
}

/**
 * Makes ten codes, which replace all that the user had. Call it only for a user who has just proved
 * their second factor.
 *
 * @returns the codes as the user writes them down. Only hashes are stored, so that this is the only
 * time.
 */
export async function makeRecoveryCodes(owner: string): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, newCode);
  await withService(async (tx) => {
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.owner, owner));
    await tx
      .insert(recoveryCodes)
      .values(codes.map((code) => ({ owner, hash: hash(owner, code) })));
  });
  return codes;
}

/**
 * Deletes the codes of a user who has no second factor anymore: they must not open the next one.
 */
export async function dropRecoveryCodes(owner: string): Promise<void> {
  await withService((tx) => tx.delete(recoveryCodes).where(eq(recoveryCodes.owner, owner)));
}

/** The outcome of a code: `done`, the auth service's refusal of the password, or why not. */
export type Redemption =
  | "done"
  | "wrong"
  /** This session came from a mail, which a code does not complete. */
  | "password-missing"
  /** The user owes no second factor, or not anymore. */
  | "not-owed"
  /** The auth service does not respond; the code is not spent. */
  | "unavailable"
  | ServiceError;

/**
 * Helps a user who has given the password but has lost the authenticator: spends the code, changes
 * the password, ends all sessions, and removes all authenticators. The user then signs in with the
 * new password: with the old one a thief who waited for this signed in within a second, added a
 * second factor of their own, and locked the owner out permanently. When the auth service fails on
 * the way, the code is valid again.
 *
 * @param typed the code as typed: spaces, hyphens and case do not matter
 * @param password the new one
 * @throws a 503 Response when the database does not respond
 */
export async function redeemRecoveryCode(
  session: Session,
  typed: string,
  password: string,
): Promise<Redemption> {
  const claims = await session.claims();
  if (!claims || !(await owesSecondFactor(claims))) return "not-owed";
  if (!claims.amr.some(({ method }) => firstFactors.has(method))) return "password-missing";
  // A token outlives its session: a user who was signed out elsewhere redeems nothing.
  const { data: confirmed, error: unconfirmed } = await session.auth.getUser();
  if (isAuthRetryableFetchError(unconfirmed)) return "unavailable";
  if (confirmed.user?.id !== claims.sub) return "not-owed";
  const owner = claims.sub;
  if (!(await spend(owner, hash(owner, typed)))) return "wrong";
  try {
    const refusal = await replacePassword(session, claims, password);
    if (refusal) {
      await unspend(owner, hash(owner, typed));
      return refusal;
    }
    await removeSecondFactors(session, owner);
  } catch (error) {
    await unspend(owner, hash(owner, typed));
    if (isAuthRetryableFetchError(error)) return "unavailable";
    throw error;
  }
  await dropRecoveryCodes(owner);
  return "done";
}

/**
 * Changes the password and ends all sessions, half signed-in ones and those of other devices too.
 *
 * @returns the auth service's refusal, or null
 */
async function replacePassword(
  session: Session,
  { sub, email }: Claims,
  password: string,
): Promise<ServiceError | null> {
  // The service does not compare it when an administrator changes it: the thief would still know
  // it.
  const isOther = await checkPassword(session, email, password);
  if (isOther === null) return { name: "AuthApiError", code: "same_password", message: "" };
  if (isOther.code !== "current_password_invalid") return isOther;
  const { admin } = authService(session.clientIp);
  const { error } = await admin.updateUserById(sub, { password });
  if (isAuthRetryableFetchError(error)) throw error;
  if (error) return error;
  // The embedded service has ended them already; the hosted one leaves that to its caller.
  const { error: unended } = await session.auth.signOut({ scope: "global" });
  if (isAuthRetryableFetchError(unended)) throw unended;
  return null;
}

/**
 * Uses a code up, if it is one of the owner's. Wrong ones are not counted: nobody guesses 80 bits,
 * and a count would let a thief who has the password lock the owner out with wrong codes. Their
 * number is bounded by the network's limit for sign-in pages.
 */
async function spend(owner: string, codeHash: string): Promise<boolean> {
  const spent = await withService((tx) =>
    tx
      .update(recoveryCodes)
      .set({ usedAt: new Date() })
      .where(
        and(
          eq(recoveryCodes.owner, owner),
          eq(recoveryCodes.hash, codeHash),
          isNull(recoveryCodes.usedAt),
        ),
      )
      .returning({ owner: recoveryCodes.owner }),
  );
  return spent.length > 0;
}

/** Makes a code valid again. */
async function unspend(owner: string, codeHash: string): Promise<void> {
  await withService((tx) =>
    tx
      .update(recoveryCodes)
      .set({ usedAt: null })
      .where(and(eq(recoveryCodes.owner, owner), eq(recoveryCodes.hash, codeHash))),
  );
}

/** All of them: a user who still had one would have used it. */
async function removeSecondFactors({ clientIp }: Session, userId: string): Promise<void> {
  const { admin } = authService(clientIp);
  const { data, error } = await admin.mfa.listFactors({ userId });
  if (error) throw error;
  for (const { id } of data.factors) {
    const removed = await admin.mfa.deleteFactor({ id, userId });
    if (removed.error) throw removed.error;
  }
}

function newCode(): string {
  const characters = Array.from(randomBytes(codeLength), (byte) => alphabet.charAt(byte & 31));
  return (characters.join("").match(/.{4}/g) ?? []).join("-");
}

/** Includes the owner, so that equal codes of two users have two hashes. */
function hash(owner: string, typed: string): string {
  const code = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return createHash("sha256").update(`${owner}:${code}`).digest("hex");
}
