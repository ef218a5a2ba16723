import type { Context } from "hono";
import { safeEqual } from "@platen/kit";
import type { Transaction } from "@platen/postgres/database";
import { type AccessClaims, verifyAccessToken } from "./access-token";
import { requireUser } from "../users/require-user";
import { AuthError } from "../errors";
import { readKey } from "../api-key-middleware";
import { isUuid } from "../users/email-and-phone";
import type { AuthEnv, Service } from "../service";
import { findSession, type Session } from "./sessions";
import { findUserById, isBanned, type User } from "../users/users";

/** The caller: the account and the session of a valid access token, in their current state. */
export interface Caller {
  user: User;
  session: Session;
}

/**
 * Reads the caller from the bearer token. Throws 401 or 403, and 400 for a token without a user.
 */
export async function requireCaller(service: Service, c: Context<AuthEnv>): Promise<Caller> {
  const claims = await bearerClaims(service, c);
  if (claims.sub === "") throw badJwt(403, "invalid claim: missing sub claim");
  if (!isUuid(claims.sub)) throw badJwt(400, "invalid claim: sub claim must be a UUID");
  if (!isUuid(claims.session_id)) {
    throw badJwt(403, "invalid claim: session_id claim must be a UUID");
  }
  const { database, now } = service;
  const [user, session] = await Promise.all([
    findUserById(database, claims.sub),
    findSession(database, claims.session_id),
  ]);
  if (!user) {
    throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  }
  if (session?.user_id !== user.id) {
    throw sessionGone();
  }
  if (isBanned(user, now())) throw new AuthError(403, "user_banned", "User is banned");
  return { user, session };
}

/**
 * Reads the caller again and locks the account and the session until the transaction ends: since
 * `requireCaller` another request may have ended the session or turned on a second factor, which
 * the holder of the password alone would otherwise get past. The account is locked before the
 * session, as by every change of a password: the other order could deadlock. Throws 403.
 */
export async function lockCaller(db: Transaction, { user, session }: Caller): Promise<Caller> {
  await db.query("select from auth.users where id = $1 for no key update", [user.id]);
  const current = await findSession(db, session.id, { lock: true });
  if (!current) throw sessionGone();
  return { user: await requireUser(db, user.id), session: current };
}

const administrativeRoles = ["service_role", "supabase_admin"];

/** Admits the holder of the secret key, and tokens of accounts with an administrative role. */
export async function requireAdministrator(service: Service, c: Context<AuthEnv>): Promise<void> {
  const claims = await bearerClaims(service, c);
  if (!administrativeRoles.includes(claims.role)) {
    throw new AuthError(403, "not_admin", "User not allowed");
  }
  // The account behind a token may have been banned or signed out since; the secret key has none.
  if (claims.sub !== "") await requireCaller(service, c);
}

/**
 * A token's claims. The project's own keys mean a role and no user; the secret one even without a
 * token.
 */
async function bearerClaims(service: Service, c: Context<AuthEnv>): Promise<AccessClaims> {
  const { options } = service;
  const person = { sub: "", session_id: "", is_anonymous: false };
  const administrator = { ...person, role: "service_role" };
  const header = c.req.header("authorization");
  if (header === undefined && safeEqual(readKey(c), options.secretKey)) return administrator;
  const token = /^Bearer\s+(\S+)$/i.exec(header ?? "")?.[1];
  if (!token) {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  if (safeEqual(token, options.secretKey)) return administrator;
  if (safeEqual(token, options.publishableKey)) return { ...person, role: "anon" };
  return verifyAccessToken(service, token);
}

/** The session of the token has ended, or is another account's. */
export const sessionGone = () =>
  new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");

const badJwt = (status: 400 | 403, message: string) => new AuthError(status, "bad_jwt", message);
