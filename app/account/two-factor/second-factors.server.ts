import { redirect } from "@remix-run/node";
import { isAuthRetryableFetchError } from "@supabase/supabase-js";
import { serviceUnavailable } from "@domain/resilience/service-unavailable.server";
import { dropRecoveryCodes, makeRecoveryCodes } from "./recovery-codes.server";
import type { ServiceError } from "@domain/auth-service/auth-error-messages";
import type { Session } from "~/account/session/session.server";
import { withReturnTo } from "~/account/sign-in/return-to";

/** A second factor of a user, in use. */
export interface SecondFactor {
  id: string;
  kind: "authenticator" | "security-key";
  name: string;
  addedAt: string;
}

/**
 * The user's second factors in use, oldest first. Throws a redirect to /login, which goes on to
 * `path`, when the session has ended, and a 503 Response when the service does not respond: a
 * failure must not look like a user without second factors.
 */
export async function secondFactorsOf(
  { auth }: Pick<Session, "auth">,
  path = "/",
): Promise<SecondFactor[]> {
  const { data, error } = await auth.mfa.listFactors();
  if (isAuthRetryableFetchError(error)) throw serviceUnavailable("auth", error);
  if (error) throw redirect(withReturnTo("/login", path));
  const authenticators = data.totp.map((factor) => ({
    ...factorOf(factor, "Authenticator"),
    kind: "authenticator" as const,
  }));
  const keys = data.webauthn.map((factor) => ({
    ...factorOf(factor, "Security key"),
    kind: "security-key" as const,
  }));
  return [...authenticators, ...keys].sort((one, other) =>
    one.addedAt.localeCompare(other.addedAt),
  );
}

const factorOf = (
  factor: { id: string; friendly_name?: string; created_at: string },
  unnamed: string,
) => ({ id: factor.id, name: factor.friendly_name || unnamed, addedAt: factor.created_at });

/** The same, but null while the service does not respond: for pages that only display them. */
export async function secondFactorsIfKnown(
  session: Pick<Session, "auth">,
  path?: string,
): Promise<SecondFactor[] | null> {
  try {
    return await secondFactorsOf(session, path);
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status === 503) return null;
    throw thrown;
  }
}

/** A name that the user has not used yet: the service refuses two of one name. */
export async function freeName(session: Pick<Session, "auth">, wanted: string): Promise<string> {
  const taken = ((await secondFactorsIfKnown(session)) ?? []).map(({ name }) => name);
  const names = [wanted, ...taken.map((_, index) => `${wanted} ${index + 2}`)];
  return names.find((name) => !taken.includes(name)) ?? wanted;
}

/** Drops a second factor of this name that was started and never finished. */
export async function dropUnfinished(auth: Session["auth"], name: string): Promise<void> {
  const { data: known } = await auth.mfa.listFactors();
  const unfinished = known?.all.find(
    ({ friendly_name, status }) => status === "unverified" && (friendly_name ?? "") === name,
  );
  if (unfinished) await auth.mfa.unenroll({ factorId: unfinished.id });
}

/**
 * Activates a second factor by its first proof. The session is complete from then on; others that
 * know only the password end.
 *
 * @param prove gives the proof to the auth service, and returns why it was refused
 * @returns the recovery codes that come with the first factor, null with a further one; or why not
 */
export async function activate(
  session: Session,
  prove: () => Promise<ServiceError | null>,
): Promise<{ recoveryCodes: string[] | null } | { error: ServiceError }> {
  const known = await session.auth.mfa.listFactors();
  if (known.error) return { error: known.error };
  const error = await prove();
  if (error) return { error };
  const isFirst = known.data.all.every(({ status }) => status !== "verified");
  const claims = isFirst ? await session.claims() : null;
  return { recoveryCodes: claims && (await makeRecoveryCodes(claims.sub)) };
}

/**
 * Removes a second factor, and with the last one the recovery codes; all other sessions end.
 * Refused for a session that has not given its second factor, and for another user's factor.
 *
 * @returns null when done, else why not
 */
export async function removeSecondFactor(
  session: Session,
  factorId: string,
): Promise<ServiceError | null> {
  const claims = await session.claims();
  // Before it is removed, or a failure between the two would leave a thief's session, which had
  // given it, a full one without it.
  if (claims?.aal === "aal2") {
    const ended = await session.auth.signOut({ scope: "others" });
    if (ended.error) return ended.error;
  }
  const { error } = await session.auth.mfa.unenroll({ factorId });
  if (error) return error;
  if (claims && (await secondFactorsOf(session)).length === 0) await dropRecoveryCodes(claims.sub);
  // The token still claims a second factor, which may have been this one.
  const refreshed = await session.auth.refreshSession();
  return refreshed.error;
}
