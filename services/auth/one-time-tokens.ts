import { createHmac, randomInt, randomUUID } from "node:crypto";
import type { Queryable } from "../postgres/database";
import type { Service } from "./service";

export type TokenType =
  | "confirmation_token"
  | "recovery_token"
  | "email_change_token_new"
  | "email_change_token_current"
  | "reauthentication_token";

/** The creation time from which on a token, from a link or typed by hand, is still valid. */
export function oldestToken(
  { options, now }: Pick<Service, "options" | "now">,
  { typed }: { typed: boolean },
): Date {
  const seconds = typed ? options.codeSeconds : options.linkSeconds;
  return new Date(now().getTime() - seconds * 1000);
}

/** Prefix of the hash of a token whose link continues a PKCE flow, as in the hosted service. */
export const pkcePrefix = "pkce_";

/** Six digits to type. */
export const createCode = () => String(randomInt(1_000_000)).padStart(6, "0");

/**
 * The token of a mailed link: 56 hexadecimal digits derived from the email address and its code.
 * Keyed with a secret of this server: a plain hash of an email address and six digits can be
 * brute-forced by anyone who knows the address.
 */
export function hashCode(secret: string, email: string, code: string): string {
  return createHmac("sha224", secret).update(`${email}\n${code}`).digest("hex");
}

/** Stores a token that replaces the user's last one of that type. */
export async function storeOneTimeToken(
  db: Queryable,
  token: { userId: string; type: TokenType; hash: string; relatesTo: string },
  now: Date,
): Promise<void> {
  await db.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (user_id, token_type) do update
       set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
         created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [randomUUID(), token.userId, token.type, token.hash, token.relatesTo, now],
  );
}

/**
 * Finds a token that has not expired, by the hash from a link or computed from a typed code.
 *
 * @param relatesTo for a typed code: the email address that it was sent to
 */
export async function findOneTimeToken(
  service: Service,
  db: Queryable,
  types: readonly TokenType[],
  hash: string,
  relatesTo?: string,
): Promise<{ userId: string; type: TokenType } | undefined> {
  // A typed code does not show whether its mail was requested with PKCE; a link does.
  const hashes = relatesTo === undefined ? [hash] : [hash, pkcePrefix + hash];
  const rows = await db.query<{ user_id: string; token_type: TokenType }>(
    `select user_id, token_type from auth.one_time_tokens
     where token_hash = any($1) and token_type::text = any($2) and created_at > $3
       and ($4::text is null or relates_to = $4)
     limit 1`,
    [
      hashes,
      [...types],
      oldestToken(service, { typed: relatesTo !== undefined }),
      relatesTo ?? null,
    ],
  );
  return rows[0] && { userId: rows[0].user_id, type: rows[0].token_type };
}

/** Spends one token of a user, or all of them, pending sign-ups included. */
export async function clearOneTimeTokens(
  db: Queryable,
  userId: string,
  type?: TokenType,
): Promise<void> {
  await db.query(
    "delete from auth.one_time_tokens where user_id = $1 and ($2::text is null or token_type::text = $2)",
    [userId, type ?? null],
  );
  if (type) return;
  await db.query("delete from auth.pending_sign_ups where user_id = $1", [userId]);
}
