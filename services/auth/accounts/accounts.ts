import { randomUUID } from "node:crypto";
import type { Queryable } from "@platen/postgres/database";
import { validationFailed } from "../errors";
import { clearOneTimeTokens } from "../mail/one-time-tokens";
import { bytesOf, maxMetadataBytes } from "../users/metadata";
import type { Metadata, User } from "../users/users";

/** The role in Postgres and the audience of everybody who signs in. */
export const signedIn = "authenticated";

export interface NewAccount {
  id?: string;
  /** Null for an anonymous one. */
  email: string | null;
  /** Null for an account that has none yet: nobody signs in to it with a password. */
  passwordHash: string | null;
  userMetadata: Metadata;
  appMetadata?: Metadata;
  role?: string;
  /** What the email identity holds besides the standard claims. */
  identityData?: Metadata;
}

/** Inserts a user with its email identity, unconfirmed. The address must be free. */
export async function createAccount(
  db: Queryable,
  account: NewAccount & { email: string },
  now: Date,
): Promise<string> {
  const id = account.id ?? randomUUID();
  const appMetadata = { provider: "email", providers: ["email"], ...account.appMetadata };
  await insertUser(db, { ...account, id, appMetadata }, now);
  await createEmailIdentity(db, id, account.email, { data: account.identityData }, now);
  return id;
}

/** Inserts a user without any identity. Throws 400 when the metadata is too large. */
export async function insertUser(
  db: Queryable,
  account: Omit<NewAccount, "identityData"> & { id: string; appMetadata: Metadata },
  now: Date,
): Promise<void> {
  const { id, appMetadata } = account;
  requireSmallMetadata(account.userMetadata);
  requireSmallMetadata(appMetadata);
  // The token columns are empty text, not null: the hosted service reads them into plain strings.
  await db.query(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, raw_app_meta_data,
       raw_user_meta_data, confirmation_token, recovery_token, email_change_token_new, email_change, is_anonymous, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, $3, $4::text, $5, $6, $7, '', '', '', '', $4::text is null, $8, $8)`,
    [
      id,
      signedIn,
      account.role ?? signedIn,
      account.email,
      account.passwordHash ?? "",
      JSON.stringify(appMetadata),
      JSON.stringify(account.userMetadata),
      now,
    ],
  );
}

/** The claims of a new email identity, which sign-up also copies into the user's metadata. */
export const emailClaims = (
  id: string,
  email: string,
  data: Metadata,
  verified = false,
): Metadata => ({
  ...data,
  sub: id,
  email,
  email_verified: verified,
  phone_verified: false,
});

/** Inserts the email identity of an account that has none. */
export async function createEmailIdentity(
  db: Queryable,
  userId: string,
  email: string,
  { data = {}, verified = false }: { data?: Metadata; verified?: boolean },
  now: Date,
): Promise<void> {
  await db.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1::uuid::text, $1::uuid, $2, 'email', $3, $3, $3)`,
    [userId, JSON.stringify(emailClaims(userId, email, data, verified)), now],
  );
}

/**
 * Marks the address as the person's own, in the metadata as well, and spends every mailed token.
 *
 * @param identity whether a mail or an administrator has shown it: an account that confirmed itself
 *   may be someone else's, and must not be opened by its owner's account elsewhere, who would share
 *   it
 */
export async function confirmEmail(
  db: Queryable,
  userId: string,
  now: Date,
  { identity }: { identity: boolean },
): Promise<void> {
  await db.query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, $2), updated_at = $2,
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
     where id = $1`,
    [userId, now],
  );
  if (identity) {
    await db.query(
      `update auth.identities i set identity_data = i.identity_data || '{"email_verified": true}', updated_at = $2
       from auth.users u where u.id = $1 and i.user_id = u.id and i.email = u.email`,
      [userId, now],
    );
  }
  await clearOneTimeTokens(db, userId);
}

/**
 * Moves the account to another address, which must be free, and converts an anonymous account;
 * creates the email identity when there is none. Spends every mailed token: a mail to the old
 * address must not confirm the new one.
 */
export async function changeEmail(
  db: Queryable,
  userId: string,
  email: string,
  verified: boolean,
  now: Date,
): Promise<void> {
  await db.query(
    `update auth.users set email = $2, email_change = '', email_change_confirm_status = 0,
       is_anonymous = false, updated_at = $3
     where id = $1`,
    [userId, email, now],
  );
  const updated = await db.query(
    `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = $3
     where user_id = $1 and provider = 'email' returning id`,
    [userId, JSON.stringify({ email, email_verified: verified }), now],
  );
  if (updated.length === 0) {
    await createEmailIdentity(db, userId, email, { verified }, now);
    await noteProviders(db, userId, now);
  }
  await clearOneTimeTokens(db, userId);
}

/** Notes in the metadata how the account can be signed in to, oldest first. */
export async function noteProviders(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.query(
    `update auth.users set updated_at = $2, raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || (
       select jsonb_build_object('provider', (array_agg(provider order by since, provider))[1],
         'providers', jsonb_agg(provider order by since, provider))
       from (select provider, min(created_at) as since from auth.identities where user_id = $1 group by provider) known)
     where id = $1`,
    [userId, now],
  );
}

/**
 * Stores a new password. Tokens that were mailed under the old one are spent, and its sessions end,
 * except the one that changed it.
 */
export async function changePassword(
  db: Queryable,
  userId: string,
  passwordHash: string,
  keepSession: string | null,
  now: Date,
): Promise<void> {
  await db.query(
    `update auth.users set encrypted_password = $2, confirmation_sent_at = null, recovery_sent_at = null,
       email_change = '', email_change_sent_at = null, email_change_confirm_status = 0,
       reauthentication_sent_at = null, updated_at = $3
     where id = $1`,
    [userId, passwordHash, now],
  );
  await clearOneTimeTokens(db, userId);
  await db.query("delete from auth.sessions where user_id = $1 and id is distinct from $2", [
    userId,
    keepSession,
  ]);
}

/**
 * Merges `changes` into the account's metadata; null removes a key.
 *
 * @throws AuthError 400 when the result is too large, unless it was larger before: otherwise the
 *   owners of imported accounts that have more could change nothing of it
 */
export async function mergeMetadata(
  db: Queryable,
  user: User,
  kind: "user" | "app",
  changes: Metadata,
  now: Date,
): Promise<void> {
  const old = kind === "user" ? user.raw_user_meta_data : user.raw_app_meta_data;
  const merged = Object.fromEntries(
    Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null),
  );
  requireSmallMetadata(merged, bytesOf(old ?? {}));
  const column = kind === "user" ? "raw_user_meta_data" : "raw_app_meta_data";
  await db.query(`update auth.users set ${column} = $2, updated_at = $3 where id = $1`, [
    user.id,
    JSON.stringify(merged),
    now,
  ]);
}

/**
 * Throws 400 for metadata of more than {@link maxMetadataBytes}, and of more than it had before.
 */
export function requireSmallMetadata(metadata: Metadata, bytesBefore = 0): void {
  if (bytesOf(metadata) > Math.max(maxMetadataBytes, bytesBefore)) {
    throw validationFailed(`Metadata must not be larger than ${maxMetadataBytes} bytes`);
  }
}
