import { randomUUID } from "node:crypto";
import type { Transaction } from "@platen/postgres/database";
import { maxMetadataBytes } from "../users/metadata";
import { confirmEmail, insertUser, noteProviders } from "./accounts";
import { requireUser } from "../users/require-user";
import { audit } from "../audit/audit";
import { AuthError, signupDisabled } from "../errors";
import { requireEmail } from "../users/email-and-phone";
import { forgetRegistration } from "./unconfirmed-accounts";
import type { Client, Service } from "../service";
import { findUserByEmail, isBanned, type Metadata, type User } from "../users/users";
import type { ProviderAccount } from "../oauth/provider";

/**
 * The account for a sign-in at a provider: the one linked before; else the one with the same email
 * address, when both sides have verified that the address is the user's; else a new one. An account
 * that awaits its confirmation becomes the user's, without the data of the person who registered
 * it.
 *
 * Throws 403 when the user is banned, and 422 when sign-up is closed to a new one, the provider
 * gives no verified email address, or the address is that of an account that confirmed itself:
 * someone else may have registered it, who is signed in to it and would share it.
 */
export async function findOrCreateUser(
  { now: clock, options }: Service,
  db: Transaction,
  provider: string,
  account: ProviderAccount,
  { ipAddress }: Client,
): Promise<User> {
  const now = clock();
  const traits = { provider };
  const [known] = await db.query<{ id: string; user_id: string }>(
    "select id, user_id from auth.identities where provider = $1 and provider_id = $2",
    [provider, account.subject],
  );
  if (known) {
    const user = await requireUser(db, known.user_id);
    refuseBanned(user, now);
    await db.query(
      "update auth.identities set identity_data = $2, last_sign_in_at = $3, updated_at = $3 where id = $1",
      [known.id, JSON.stringify(identityData(account)), now],
    );
    await noteClaims(db, user.id, account, now);
    await audit(db, user, "login", { ipAddress, now, traits });
    return requireUser(db, user.id);
  }

  const email = requireProviderEmail(provider, account);
  const existing = await findUserByEmail(db, email);
  if (existing) {
    refuseBanned(existing, now);
    const isNew = existing.email_confirmed_at === null;
    if (isNew) await forgetRegistration(db, existing.id, now);
    else if (!provedAddress(existing)) {
      throw new AuthError(
        422,
        "email_exists",
        `An account with this email address exists, but the address was never confirmed. Sign in with its password, or choose a new one, before signing in with ${provider}`,
        { account: existing },
      );
    }
    await addIdentity(db, existing.id, provider, account, now);
    await noteProviders(db, existing.id, now);
    await noteClaims(db, existing.id, account, now);
    if (isNew) await confirmEmail(db, existing.id, now, { identity: true });
    await audit(db, existing, isNew ? "user_signedup" : "login", { ipAddress, now, traits });
    return requireUser(db, existing.id);
  }

  if (options.signupDisabled) throw signupDisabled();
  const id = randomUUID();
  await insertUser(
    db,
    {
      id,
      email,
      passwordHash: null,
      userMetadata: identityData(account),
      appMetadata: { provider, providers: [provider] },
    },
    now,
  );
  await db.query("update auth.users set email_confirmed_at = $2 where id = $1", [id, now]);
  await addIdentity(db, id, provider, account, now);
  const user = await requireUser(db, id);
  await audit(db, user, "user_signedup", { ipAddress, now, traits });
  return user;
}

function refuseBanned(user: User, now: Date): void {
  if (isBanned(user, now)) {
    throw new AuthError(403, "user_banned", "User is banned", { account: user });
  }
}

function requireProviderEmail(provider: string, { email, emailVerified }: ProviderAccount): string {
  if (!email) {
    throw new AuthError(
      422,
      "validation_failed",
      "Error getting user email from external provider",
    );
  }
  if (!emailVerified) {
    throw new AuthError(
      422,
      "provider_email_needs_verification",
      `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
    );
  }
  return requireEmail(email);
}

/**
 * Whether a mail or an administrator has verified that the email address of a confirmed account is
 * its owner's. Sign-ups that confirmed themselves have `false`; accounts from before the hosted
 * service stored it have nothing.
 */
const provedAddress = (user: User) =>
  user.identities.some(
    ({ email, identity_data: data }) => email === user.email && data.email_verified !== false,
  );

const identityData = ({ subject, email, emailVerified, claims }: ProviderAccount): Metadata => ({
  ...claims,
  sub: subject,
  ...(email && { email }),
  email_verified: emailVerified,
  phone_verified: false,
});

/**
 * Merges the provider's claims into the metadata, except those that would make it too large, and
 * larger than it is.
 */
async function noteClaims(
  db: Transaction,
  userId: string,
  account: ProviderAccount,
  now: Date,
): Promise<void> {
  await db.query(
    `update auth.users u set raw_user_meta_data = merged, updated_at = $3
     from (select id, coalesce(raw_user_meta_data, '{}') || $2::jsonb as merged from auth.users) m
     where u.id = $1 and m.id = u.id
       and octet_length(merged::text) <= greatest($4, octet_length(u.raw_user_meta_data::text))`,
    [userId, JSON.stringify(identityData(account)), now, maxMetadataBytes],
  );
}

async function addIdentity(
  db: Transaction,
  userId: string,
  provider: string,
  account: ProviderAccount,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5, $5)`,
    [account.subject, userId, JSON.stringify(identityData(account)), provider, now],
  );
}
