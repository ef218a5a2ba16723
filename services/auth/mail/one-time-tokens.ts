import { createHmac, randomInt, randomUUID } from "node:crypto";
import type { Queryable } from "@platen/postgres/database";
import type { Service } from "../service";

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

/**
 * Anyone can request a recovery or a magic link for anyone's account. All of an hour are valid, at
 * one a minute, so that an attacker's do not end the owner's; beyond them the oldest end.
 */
const maxRecoveryLinks = 60;

/**
 * How many codes of one kind and account may be typed: each one that is valid makes a guess as much
 * likelier to succeed.
 */
export const maxCodes = 5;

interface NewToken {
  userId: string;
  type: TokenType;
  hash: string;
  relatesTo: string;
  /** The PKCE flow that its link continues: then the token has its id. */
  flowId: string | null;
}

/**
 * Stores a token. It replaces the user's last one of that type, except for recovery and magic
 * links.
 */
export async function storeOneTimeToken(db: Queryable, token: NewToken, now: Date): Promise<void> {
  await db.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (user_id, token_type) where token_type <> 'recovery_token' do update
       set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
         created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [token.flowId ?? randomUUID(), token.userId, token.type, token.hash, token.relatesTo, now],
  );
  if (token.type !== "recovery_token") return;
  await db.query(
    `delete from auth.one_time_tokens where id in (
       select id from auth.one_time_tokens where user_id = $1 and token_type = 'recovery_token'
       order by created_at desc, id offset ${maxRecoveryLinks})`,
    [token.userId],
  );
}

export interface FoundToken {
  userId: string;
  type: TokenType;
  issuedAt: Date;
  /** The PKCE flow that its link continues, when it has its own. */
  flowId: string | null;
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
): Promise<FoundToken | undefined> {
  // A typed code does not show whether its mail was requested with PKCE; a link does.
  const hashes = relatesTo === undefined ? [hash] : [hash, pkcePrefix + hash];
  const rows = await db.query<{
    id: string;
    user_id: string;
    token_type: TokenType;
    created_at: Date;
  }>(
    `select id, user_id, token_type, created_at from auth.one_time_tokens t
     where token_hash = any($1) and token_type::text = any($2) and created_at > $3
       and ($4::text is null or relates_to = $4 and (
         select count(*) from auth.one_time_tokens later where later.user_id = t.user_id
           and later.token_type = t.token_type and later.created_at > t.created_at) < ${maxCodes})
     limit 1`,
    [
      hashes,
      [...types],
      oldestToken(service, { typed: relatesTo !== undefined }),
      relatesTo ?? null,
    ],
  );
  const [row] = rows;
  if (!row) return undefined;
  const hasFlow = row.token_type === "recovery_token" && hash.startsWith(pkcePrefix);
  return {
    userId: row.user_id,
    type: row.token_type,
    issuedAt: row.created_at,
    flowId: hasFlow ? row.id : null,
  };
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
