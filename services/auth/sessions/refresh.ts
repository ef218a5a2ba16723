import { networkOf } from "@platen/kit";
import type { Queryable } from "@platen/postgres/database";
import { requireUser } from "../users/require-user";
import { audit, auditFailure } from "../audit/audit";
import { AuthError, validationFailed } from "../errors";
import { tooManyRequests } from "../limits/sign-in-and-mail-limits";
import { decodeRefreshToken, encodeRefreshToken } from "./refresh-token";
import type { Client, Service } from "../service";
import {
  findSession,
  type Grant,
  hasNewerSession,
  type Session,
  sessionEnd,
  sessionFacts,
} from "./sessions";
import { isBanned } from "../users/users";

const unknownToken = () =>
  new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");

const expired = (why: string) =>
  new AuthError(400, "session_expired", `Invalid Refresh Token: ${why}`);

/**
 * Exchanges a refresh token. Its counter is compared with the session's: equal is the normal case;
 * one behind is a client that never received its new token, and gets the current one; further
 * behind is a copy, unless the last refresh was just now. A copy ends the session for both holders,
 * and that is committed although the request fails.
 */
export async function refreshSession(
  service: Service,
  token: string,
  client: Client,
): Promise<Grant> {
  const decoded = decodeRefreshToken(token);
  if (!decoded) {
    // The first format's tokens: well formed, but not ours.
    throw /^[a-z0-9]{12}$/.test(token)
      ? unknownToken()
      : validationFailed("Refresh token is not valid");
  }
  const outcome = await service.database.transaction(async (db): Promise<Grant | AuthError> => {
    const session = await findSession(db, decoded.sessionId, { lock: true });
    const key = session?.refresh_token_hmac_key;
    const counter = session?.refresh_token_counter ?? null;
    if (!session || !key || counter === null || !decoded.signedBy(key)) return unknownToken();
    const wait = service.limits.refresh.take(session.id);
    if (wait > 0) return tooManyRequests(wait);
    const now = service.now();
    const user = await requireUser(db, session.user_id);
    const refused = async (error: AuthError) => {
      const { ipAddress } = client;
      await auditFailure(service, db, user, "token_refused", { ipAddress, error });
      return error;
    };
    if (isBanned(user, now)) {
      return refused(new AuthError(400, "user_banned", "Invalid Refresh Token: User Banned"));
    }
    const end = sessionEnd(session, service);
    // Its row stays until the next cleanup, so that a client that retries gets the same response.
    if (end) return refused(expired(end));
    if (service.options.sessions.singlePerUser && (await hasNewerSession(service, db, session))) {
      return refused(expired("Session Expired (Revoked by Newer Login)"));
    }
    const behind = counter - decoded.counter;
    if (behind < 0) {
      return validationFailed("Invalid Refresh Token: Not Issued By This Server");
    }
    const lastRefresh = session.refreshed_at ?? session.created_at;
    if (behind > 1 && now.getTime() - lastRefresh.getTime() > service.options.reuseSeconds * 1000) {
      await endSession(db, session);
      await audit(db, user, "token_revoked", { ipAddress: client.ipAddress, now });
      return new AuthError(
        400,
        "refresh_token_already_used",
        "Invalid Refresh Token: Already Used",
      );
    }
    const next = behind === 0 ? counter + 1 : counter;
    await db.query(
      `update auth.sessions set refresh_token_counter = $2, updated_at = $3,
         refreshed_at = $3::timestamptz at time zone 'utc', user_agent = $4, ip = $5
       where id = $1`,
      [session.id, next, now, client.userAgent, client.ipAddress],
    );
    if (service.limits.refreshEntries.take(`${session.id} ${networkOf(client.ipAddress)}`) === 0)
      await audit(db, user, "token_refreshed", { ipAddress: client.ipAddress, now });
    return {
      user,
      session: sessionFacts(session),
      refreshToken: encodeRefreshToken(session.id, next, key),
    };
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

async function endSession(db: Queryable, session: Session): Promise<void> {
  await db.query("delete from auth.sessions where id = $1", [session.id]);
}
