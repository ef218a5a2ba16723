import { randomUUID } from "node:crypto";
import type { Caller } from "../sessions/authentication";
import { insertUser } from "./accounts";
import { requireUser } from "../users/require-user";
import { audit } from "../audit/audit";
import { AuthError, signupDisabled } from "../errors";
import { limitByIp } from "../limits/sign-in-and-mail-limits";
import type { Client, Service } from "../service";
import { type Grant, startSession } from "../sessions/sessions";
import type { Metadata } from "../users/users";

/**
 * Creates an account without an email address and signs it in. The holder of its session is its
 * only owner, until they add an email address. Throws 422 where that is not allowed, or sign-up is
 * closed.
 */
export async function signInAnonymously(
  service: Service,
  userMetadata: Metadata,
  client: Client,
): Promise<Grant> {
  const { options, limits, database, now } = service;
  if (!options.anonymousSignIns) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  limitByIp(limits.anonymous, client.ipAddress);
  if (options.signupDisabled) throw signupDisabled();
  return database.transaction(async (db) => {
    const id = randomUUID();
    await insertUser(
      db,
      { id, email: null, passwordHash: null, userMetadata, appMetadata: {} },
      now(),
    );
    const traits = { provider: "anonymous" };
    const { ipAddress } = client;
    await audit(db, await requireUser(db, id), "user_signedup", { ipAddress, now: now(), traits });
    return startSession(service, db, id, "anonymous", client);
  });
}

/** Throws 403 for an anonymous account: nobody could remove a second factor from it. */
export function requireNamedAccount({ user }: Caller): void {
  if (!user.is_anonymous) return;
  throw new AuthError(
    403,
    "no_authorization",
    "Anonymous user not allowed to perform these actions",
  );
}
