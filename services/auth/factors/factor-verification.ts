import type { Transaction } from "@platen/postgres/database";
import { requireUser } from "../users/require-user";
import { audit, auditFailure } from "../audit/audit";
import { type Caller, lockCaller, sessionGone } from "../sessions/authentication";
import { AuthError } from "../errors";
import { endHalfSessions, requireFactor, requireSecondFactor } from "./factors";
import type { Attempt } from "../limits/sign-in-and-mail-limits";
import { createRefreshTokenKey, encodeRefreshToken } from "../sessions/refresh-token";
import type { Client, Service } from "../service";
import {
  addMethod,
  findSession,
  type Grant,
  secondFactors,
  sessionFacts,
} from "../sessions/sessions";
import { matchingStep, takeStep } from "./totp";
import type { Factor } from "../users/users";

export const challengeLifetimeSeconds = 300;

/** What was presented as the second factor. */
export interface Proof {
  challengeId: string;
  method: (typeof secondFactors)[keyof typeof secondFactors];
  /** Whether it is valid; otherwise the error message for the user. */
  isRight(db: Transaction, factor: Factor, now: Date): Promise<boolean>;
  refusal: string;
}

/** A code of an authenticator app, valid once. */
export const codeProof = (challengeId: string, code: string): Proof => ({
  challengeId,
  method: secondFactors.totp,
  refusal: "Invalid TOTP code entered",
  async isRight(db, factor, now) {
    const [known] = await db.query<{ secret: string }>(
      "select secret from auth.mfa_factors where id = $1",
      [factor.id],
    );
    const step = known ? matchingStep(known.secret, code, now) : null;
    return step !== null && takeStep(db, factor.id, step);
  },
});

/**
 * Lifts the caller's session to aal2. The factor counts as verified from its first proof on;
 * sessions that have only the password end, and unfinished factors of every type are deleted:
 * someone else may have started them with the password.
 */
export async function verifyFactor(
  service: Service,
  caller: Caller,
  factorId: string,
  { challengeId, method, isRight, refusal: message }: Proof,
  { ipAddress, attempt }: Pick<Client, "ipAddress"> & { attempt: Attempt },
): Promise<Grant> {
  const outcome = await service.database.transaction(async (db): Promise<Grant | AuthError> => {
    const now = service.now();
    const current = await lockCaller(db, caller);
    const { user, session } = current;
    const factor = requireFactor(user, factorId);
    if (factor.status === "unverified") requireSecondFactor(current, "verify");
    const refusal = await checkChallenge(db, factor.id, challengeId, ipAddress, now);
    if (refusal) return refusal;
    if (!(await isRight(db, factor, now))) {
      const error = new AuthError(422, "mfa_verification_failed", message);
      await auditFailure(service, db, user, "verification_failed", { ipAddress, error });
      return error;
    }

    await db.query("update auth.mfa_challenges set verified_at = $2 where id = $1", [
      challengeId,
      now,
    ]);
    await db.query(
      "update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1",
      [factor.id, now],
    );
    await audit(db, user, "verification_attempted", {
      ipAddress,
      now,
      traits: { factor_id: factor.id, challenge_id: challengeId, factor_type: factor.factor_type },
    });
    await endHalfSessions(db, user.id, session.id);
    await db.query("delete from auth.mfa_factors where user_id = $1 and status = 'unverified'", [
      user.id,
    ]);
    return liftSession(service, db, session.id, factor.id, method);
  });
  if (outcome instanceof AuthError) throw outcome;
  attempt.giveBack();
  return outcome;
}

/**
 * Why a challenge cannot be answered, or null. An expired one is deleted, even if the request
 * fails.
 */
async function checkChallenge(
  db: Transaction,
  factorId: string,
  challengeId: string,
  ipAddress: string,
  now: Date,
): Promise<AuthError | null> {
  const [challenge] = await db.query<{
    created_at: Date;
    verified_at: Date | null;
    same_address: boolean;
  }>(
    `select created_at, verified_at, ip_address = $3::inet as same_address
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [challengeId, factorId, ipAddress],
  );
  if (!challenge) {
    return new AuthError(
      422,
      "mfa_factor_not_found",
      "MFA factor with the provided challenge ID not found",
    );
  }
  if (challenge.verified_at || !challenge.same_address) {
    return new AuthError(
      422,
      "mfa_ip_address_mismatch",
      "Challenge and verify IP addresses mismatch.",
    );
  }
  if (now.getTime() > challenge.created_at.getTime() + challengeLifetimeSeconds * 1000) {
    await db.query("delete from auth.mfa_challenges where id = $1", [challengeId]);
    return new AuthError(
      422,
      "mfa_challenge_expired",
      `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
    );
  }
  return null;
}

/**
 * Gives the session a second factor, and a new key for its refresh tokens: a token issued for the
 * password alone must never become one of the lifted session.
 */
async function liftSession(
  { now }: Service,
  db: Transaction,
  sessionId: string,
  factorId: string,
  method: Proof["method"],
): Promise<Grant> {
  const key = createRefreshTokenKey();
  await addMethod(db, sessionId, method, now());
  await db.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3, refresh_token_hmac_key = $4,
       refresh_token_counter = refresh_token_counter + 2
     where id = $1`,
    [sessionId, factorId, now(), key],
  );
  const session = await findSession(db, sessionId);
  if (!session) throw sessionGone();
  return {
    user: await requireUser(db, session.user_id),
    session: sessionFacts(session),
    refreshToken: encodeRefreshToken(sessionId, session.refresh_token_counter ?? 0, key),
  };
}
