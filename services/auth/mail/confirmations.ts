import type { Queryable } from "@platen/postgres/database";
import {
  createCode,
  hashCode,
  pkcePrefix,
  storeOneTimeToken,
  type TokenType,
} from "./one-time-tokens";
import type { Service } from "../service";

const sentColumn = {
  confirmation_token: "confirmation_sent_at",
  recovery_token: "recovery_sent_at",
  email_change_token_new: "email_change_sent_at",
  email_change_token_current: "email_change_sent_at",
  reauthentication_token: "reauthentication_sent_at",
} as const satisfies Record<TokenType, string>;

/** A code to type and the equivalent token for a link. */
export interface IssuedToken {
  code: string;
  tokenHash: string;
}

interface Wanted {
  userId: string;
  type: TokenType;
  email: string;
  pkce: boolean;
  flowId?: string | null;
}

/**
 * Creates a one-time token as {@link storeOneTimeToken} stores it, and records the time.
 *
 * @param email the email address that it is sent to
 * @param flowId the PKCE flow that a recovery or magic link continues
 */
export async function issueOneTimeToken(
  { keys, now }: Service,
  db: Queryable,
  { userId, type, email, pkce, flowId = null }: Wanted,
): Promise<IssuedToken> {
  const code = createCode();
  const tokenHash = (pkce ? pkcePrefix : "") + hashCode(keys.oneTimeTokenSecret, email, code);
  const at = now();
  await storeOneTimeToken(db, { userId, type, hash: tokenHash, relatesTo: email, flowId }, at);
  await db.query(`update auth.users set ${sentColumn[type]} = $2, updated_at = $2 where id = $1`, [
    userId,
    at,
  ]);
  return { code, tokenHash };
}
