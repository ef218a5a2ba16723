import { z } from "zod";
import {
  changeEmail,
  changePassword,
  confirmEmail,
  createAccount,
  mergeMetadata,
} from "./accounts";
import { requireUser } from "../users/require-user";
import { administrator, audit } from "../audit/audit";
import { banEnd } from "./ban-duration";
import { flag, metadata, text } from "../body";
import { requireFreeEmail } from "./email-change";
import { AuthError, validationFailed } from "../errors";
import { isUuid, requireEmail, requirePhone } from "../users/email-and-phone";
import { type PasswordOwner, requireStrongPassword } from "../passwords/password-rules";
import { isDisputed } from "./pending-sign-ups";
import { settleAccount } from "./unconfirmed-accounts";
import type { Client, Service } from "../service";
import { findUserById, type User } from "../users/users";

/** The fields of an account that an administrator may set. */
export const accountSchema = z.object({
  id: text(),
  role: text(),
  email: text(),
  phone: text(),
  password: z.string().nullish(),
  password_hash: text(),
  email_confirm: flag(false),
  user_metadata: metadata(),
  app_metadata: metadata(),
  ban_duration: text(),
});

type AccountBody = z.infer<typeof accountSchema>;

/** Creates an account without a mail. Throws 422 when the email address or the id is taken. */
export async function createFromBody(
  service: Service,
  body: AccountBody,
  { ipAddress }: Client,
): Promise<User> {
  const now = service.now();
  requireMailAccount(body);
  if (body.email === "") {
    throw validationFailed("Cannot create a user without either an email or phone");
  }
  const email = requireEmail(body.email);
  if (body.id !== "" && !isUuid(body.id)) {
    throw validationFailed("ID must conform to the uuid v4 format");
  }
  if (/^[0-]+$/.test(body.id)) throw validationFailed("ID cannot be a nil uuid");
  const bannedUntil = body.ban_duration === "" ? null : banEnd(body.ban_duration, now);
  await requireFreeEmail(service.database, email);
  if (typeof body.password === "string" && body.password_hash !== "") {
    throw validationFailed("Only a password or a password hash should be provided");
  }
  const passwordHash =
    body.password_hash !== ""
      ? readHash(body.password_hash)
      : body.password
        ? await hashStrong(
            service,
            body.password,
            { email, metadata: body.user_metadata },
            ipAddress,
          )
        : null;

  return service.database.transaction(async (db) => {
    await requireFreeEmail(db, email);
    if (body.id !== "" && (await findUserById(db, body.id))) {
      throw new AuthError(
        422,
        "user_already_exists",
        "A user with this id has already been registered",
      );
    }
    const id = await createAccount(
      db,
      {
        ...(body.id !== "" && { id: body.id }),
        email,
        passwordHash,
        userMetadata: body.user_metadata ?? {},
        appMetadata: withoutNulls(body.app_metadata ?? {}),
        ...(body.role !== "" && { role: body.role }),
      },
      now,
    );
    if (body.email_confirm) await confirmEmail(db, id, now, { identity: true });
    await setBan(db, id, bannedUntil);
    await audit(db, administrator, "user_signedup", {
      ipAddress,
      now,
      traits: { user_id: id, user_email: email, provider: "email" },
    });
    return requireUser(db, id);
  });
}

/** Changes an account. A new password ends all its sessions. */
export async function updateFromBody(
  service: Service,
  user: User,
  body: AccountBody,
  { ipAddress }: Client,
): Promise<User> {
  const now = service.now();
  requireMailAccount(body);
  const email = body.email === "" ? null : requireEmail(body.email);
  const bannedUntil = body.ban_duration === "" ? undefined : banEnd(body.ban_duration, now);
  // Only a new account can be created with a hash, as with the hosted service.
  const passwordHash =
    typeof body.password === "string"
      ? await hashStrong(
          service,
          body.password,
          { email: email ?? user.email ?? "", metadata: user.raw_user_meta_data },
          ipAddress,
        )
      : null;

  return service.database.transaction(async (db) => {
    // Read again: while the password was hashed, the account may have been changed or deleted.
    if (!(await findUserById(db, user.id)))
      throw new AuthError(404, "user_not_found", "User not found");
    if (body.role !== "") {
      await db.query("update auth.users set role = $2 where id = $1", [user.id, body.role]);
    }
    // The administrator knows whose the email address is, but not which of several people entered
    // it at a sign-up.
    if (body.email_confirm && (await isDisputed(db, user.id))) {
      await settleAccount(db, user, undefined, now);
    }
    if (passwordHash !== null) await changePassword(db, user.id, passwordHash, null, now);
    if (email !== null) {
      await requireFreeEmail(db, email, user);
      await changeEmail(db, user.id, email, body.email_confirm, now);
    }
    if (body.email_confirm) await confirmEmail(db, user.id, now, { identity: true });
    const confirmed = await requireUser(db, user.id);
    if (body.app_metadata) await mergeMetadata(db, confirmed, "app", body.app_metadata, now);
    if (body.user_metadata) await mergeMetadata(db, confirmed, "user", body.user_metadata, now);
    if (bannedUntil !== undefined) await setBan(db, user.id, bannedUntil);
    await db.query("update auth.users set updated_at = $2 where id = $1", [user.id, now]);
    await audit(db, administrator, "user_modified", {
      ipAddress,
      now,
      traits: { user_id: user.id, user_email: user.email, user_phone: user.phone },
    });
    return requireUser(db, user.id);
  });
}

function requireMailAccount(body: AccountBody): void {
  if (body.phone !== "") {
    requirePhone(body.phone);
    throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  }
  if (body.role.length > 255) throw validationFailed("A role is too long");
}

/** Checks a provided password hash. */
function readHash(hash: string): string {
  if (/^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/.test(hash)) return hash;
  throw validationFailed("Only bcrypt password hashes of cost 4 to 14 can be used");
}

async function hashStrong(
  { hashing, options }: Service,
  password: string,
  owner: PasswordOwner,
  ipAddress: string,
): Promise<string> {
  await requireStrongPassword(options, password, owner);
  return hashing.hash(password, { ipAddress, account: owner.email });
}

async function setBan(db: Pick<Service["database"], "query">, id: string, until: Date | null) {
  await db.query("update auth.users set banned_until = $2 where id = $1", [id, until]);
}

const withoutNulls = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
