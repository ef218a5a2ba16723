import type { Queryable } from "@platen/postgres/database";
import type { Caller } from "../sessions/authentication";
import { AuthError, validationFailed } from "../errors";
import { isUuid } from "../users/email-and-phone";
import { secondFactors, sessionFacts } from "../sessions/sessions";
import { type Factor, hasVerifiedFactor, type User } from "../users/users";

/** The factor of a path. Throws 404 when the user has none with that id. */
export function requireFactor(user: User, id: string): Factor {
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const factor = user.factors.find((candidate) => candidate.id === id.toLowerCase());
  if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return factor;
}

/** Throws 422 when another of the user's factors has the name, and 400 when it is too long. */
export function requireFreeName(others: { friendly_name: string | null }[], name: string): void {
  if (name.length > 255) {
    throw validationFailed("friendly_name must not be longer than 255 characters");
  }
  if (others.some((other) => (other.friendly_name ?? "") === name)) {
    throw new AuthError(
      422,
      "mfa_factor_name_conflict",
      `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
    );
  }
}

/**
 * Throws 403 when the caller owes their second factor: someone who has only the password must not
 * add a factor to the user's.
 */
export function requireSecondFactor({ user, session }: Caller, action: "enroll" | "verify"): void {
  if (!hasVerifiedFactor(user) || sessionFacts(session).aal === "aal2") return;
  throw new AuthError(403, "insufficient_aal", `AAL2 required to ${action} a new factor`);
}

/**
 * Ends the other sessions that still owe their second factor: that of someone who has only the
 * password would be a full one once the user has removed the last factor.
 */
export async function endHalfSessions(
  db: Queryable,
  userId: string,
  sessionId: string,
): Promise<void> {
  await db.query("delete from auth.sessions where user_id = $1 and id <> $2 and aal < 'aal2'", [
    userId,
    sessionId,
  ]);
}

/** Removes a factor; the sessions that it had lifted to aal2 go back to aal1. */
export async function removeFactor(db: Queryable, factorId: string): Promise<void> {
  await db.query(
    `delete from auth.mfa_amr_claims where authentication_method = any($2)
       and session_id in (select id from auth.sessions where factor_id = $1)`,
    [factorId, Object.values(secondFactors)],
  );
  await db.query("update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1", [
    factorId,
  ]);
  await db.query("delete from auth.mfa_factors where id = $1", [factorId]);
}
