import { randomUUID } from "node:crypto";
import type { Queryable } from "@platen/postgres/database";
import { type AuthenticationMethod, type SessionFacts, signAccessToken } from "./access-token";
import { withoutLargeMetadata } from "../users/metadata";
import { requireUser } from "../users/require-user";
import type { PasswordWeakness } from "../passwords/password-rules";
import { createRefreshTokenKey, encodeRefreshToken } from "./refresh-token";
import type { Client, Service } from "../service";
import { type User, userBody } from "../users/users";

/** A row of auth.sessions with its authentication methods. */
export interface Session {
  id: string;
  user_id: string;
  created_at: Date;
  refreshed_at: Date | null;
  not_after: Date | null;
  refresh_token_hmac_key: string | null;
  refresh_token_counter: number | null;
  amr: AuthenticationMethod[];
}

/** What a sign-in or a refresh hands out. */
export interface Grant {
  user: User;
  session: SessionFacts;
  refreshToken: string;
}

/**
 * The session of an id, or undefined when it has ended.
 *
 * @param options.lock keeps it from being changed by others until the transaction ends
 */
export async function findSession(
  db: Queryable,
  id: string,
  { lock = false } = {},
): Promise<Session | undefined> {
  const rows = await db.query<Session>(
    `select s.id, s.user_id, s.created_at, s.refreshed_at, s.not_after, s.refresh_token_hmac_key,
       s.refresh_token_counter::float8 as refresh_token_counter,
       coalesce((select jsonb_agg(jsonb_build_object('method', a.authentication_method,
           'timestamp', floor(extract(epoch from a.updated_at))) order by a.updated_at desc, a.created_at desc)
         from auth.mfa_amr_claims a where a.session_id = s.id), '[]') as amr
     from auth.sessions s where s.id = $1 ${lock ? "for update" : ""}`,
    [id],
  );
  return rows[0];
}

/** The names by which tokens say that a second factor was used. */
export const secondFactors = { totp: "totp", webauthn: "mfa/webauthn" } as const;

/** A session is worth a second factor exactly when one was used in it. */
export const sessionFacts = ({ id, amr }: Session): SessionFacts => ({
  id,
  amr,
  aal: amr.some(({ method }) => Object.values<string>(secondFactors).includes(method))
    ? "aal2"
    : "aal1",
});

/**
 * How many sessions an account may have. Beyond that, those without a second factor end first, then
 * those not used for the longest time, and never the new one: sign-ins with the password alone must
 * not push out the owner. At a hundred sessions an account, ten networks filled the disk.
 */
const maxSessions = 30;

/**
 * Signs a user in: a new session, in the caller's transaction.
 *
 * @param provedAt when they proved their identity, if that was at another provider, earlier
 */
export async function startSession(
  { now }: Service,
  db: Queryable,
  userId: string,
  method: string,
  { ipAddress, userAgent }: Client,
  provedAt: Date | null = null,
): Promise<Grant> {
  const at = now();
  const id = randomUUID();
  const key = createRefreshTokenKey();
  await db.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip,
       refresh_token_hmac_key, refresh_token_counter)
     values ($1, $2, $3, $3, 'aal1', $4, $5, $6, 0)`,
    [id, userId, at, userAgent, ipAddress, key],
  );
  await db.query(
    `delete from auth.sessions where id in (
       select id from auth.sessions where user_id = $1 and id <> $3
       order by coalesce(aal, 'aal1') desc, coalesce(refreshed_at at time zone 'utc', created_at) desc
       offset $2)`,
    [userId, maxSessions - 1, id],
  );
  await addMethod(db, id, method, provedAt ?? at);
  await db.query("update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1", [
    userId,
    at,
  ]);
  const timestamp = Math.floor((provedAt ?? at).getTime() / 1000);
  return {
    user: await requireUser(db, userId),
    session: { id, aal: "aal1", amr: [{ method, timestamp }] },
    refreshToken: encodeRefreshToken(id, 0, key),
  };
}

/** Records that the session was signed in to by that method, and when. */
export async function addMethod(
  db: Queryable,
  sessionId: string,
  method: string,
  at: Date,
): Promise<void> {
  await db.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, $4)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [randomUUID(), sessionId, at, method],
  );
}

/** Why a session may not be refreshed anymore, or null. */
export function sessionEnd(session: Session, { options, now }: Service): string | null {
  const { lifetimeSeconds, inactivitySeconds } = options.sessions;
  const over = (since: Date, seconds: number | undefined) =>
    seconds !== undefined && now().getTime() > since.getTime() + seconds * 1000;
  if (session.not_after && now() > session.not_after) return "Session Expired";
  if (over(session.created_at, lifetimeSeconds)) return "Session Expired";
  if (over(session.refreshed_at ?? session.created_at, inactivitySeconds)) {
    return "Session Expired (Inactivity)";
  }
  return null;
}

/**
 * Whether another session of the account that is still good was used after this one. One that still
 * owes the second factor does not count: by the password alone, a thief ended the owner's session.
 */
export async function hasNewerSession(
  service: Service,
  db: Queryable,
  session: Session,
): Promise<boolean> {
  const newer = await db.query<Session>(
    `select id, user_id, created_at, refreshed_at, not_after from auth.sessions
     where user_id = $1 and id <> $2
       and coalesce(refreshed_at at time zone 'utc', created_at) > $3
       and coalesce(aal, 'aal1') >= $4`,
    [
      session.user_id,
      session.id,
      session.refreshed_at ?? session.created_at,
      sessionFacts(session).aal,
    ],
  );
  return newer.some((other) => sessionEnd(other, service) === null);
}

/**
 * The body of every response that signs someone in. Call after the transaction: signing takes its
 * time.
 */
export async function sessionBody(service: Service, grant: Grant, weakness?: PasswordWeakness) {
  const user = withoutLargeMetadata(grant.user);
  const { token, expiresAt } = await signAccessToken(service, user, grant.session);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: service.options.accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: grant.refreshToken,
    user: userBody(user),
    ...(weakness && { weak_password: weakness }),
  };
}
