import { sql } from "drizzle-orm";
import { z } from "zod";
import { uuid } from "@domain/accounts/uuid";
import { withUser } from "@domain/database/database.server";
import { providerName } from "~/account/sign-in/providers.server";
import type { Claims } from "@domain/accounts/claims";
import { byMail } from "./guards.server";

const sessionRows = z.array(
  z
    .object({
      id: uuid,
      started_at: z.coerce.date(),
      seen_at: z.coerce.date(),
      user_agent: z.string().nullable(),
      address: z.string().nullable(),
      is_current: z.boolean(),
    })
    .transform((row) => ({
      id: row.id,
      startedAt: row.started_at,
      seenAt: row.seen_at,
      userAgent: row.user_agent,
      ipAddress: row.address,
      isCurrent: row.is_current,
    })),
);

/** A device on which a user is signed in. */
export type OwnSession = z.infer<typeof sessionRows>[number];

/**
 * The sessions of the user of these claims, this one first; none while the sign-in is incomplete.
 */
export async function ownSessions(claims: Claims): Promise<OwnSession[]> {
  return sessionRows.parse(
    await withUser(claims, (tx) => tx.execute(sql`select * from public.own_sessions()`)),
  );
}

const endings = z.array(z.object({ ended: z.boolean() }));

/**
 * Ends a session of the user of these claims.
 *
 * @returns false when they have none with that id: it is another user's, or has ended already
 */
export async function endOwnSession(claims: Claims, id: string): Promise<boolean> {
  const rows = await withUser(claims, (tx) =>
    tx.execute(sql`select public.end_own_session(${id}::uuid) as ended`),
  );
  return endings.parse(rows)[0]?.ended ?? false;
}

/** The actions of the auth service's log that its owner is shown. */
export const signInAction = z.enum([
  "login",
  "user_signedup",
  "verification_attempted",
  "user_updated_password",
  "factor_unenrolled",
  "factor_deleted",
  "user_recovery_requested",
]);

const signInRows = z.array(
  z
    .object({
      happened_at: z.coerce.date(),
      action: signInAction,
      provider: z.string().nullable(),
      address: z.string().nullable(),
    })
    .transform(({ happened_at: happenedAt, address: ipAddress, ...rest }) => ({
      happenedAt,
      ipAddress,
      ...rest,
    })),
);

/** An entry of the auth service's log about a user's account. */
export type SignIn = z.infer<typeof signInRows>[number];

/**
 * The newest sign-ins of the user of these claims, of the last 90 days, and as many of the newest
 * requests for a mail, which may be someone else's; none where the log cannot be read.
 */
export async function ownSignIns(claims: Claims, limit: number): Promise<SignIn[]> {
  return signInRows.parse(
    await withUser(claims, (tx) => tx.execute(sql`select * from public.own_sign_ins(${limit})`)),
  );
}

/** An event; or the newest request for a mail, and how often there was one, in words. */
export type SignInLine = SignIn & { requests: string };

/**
 * The events as a page lists them: requests for a mail share one line, because anyone can trigger
 * any number of them.
 *
 * @param most how many of them were read
 */
export function withRequestsInOneLine(signIns: readonly SignIn[], most: number): SignInLine[] {
  const isRequest = ({ action }: SignIn) => action === "user_recovery_requested";
  const requests = signIns.filter(isRequest);
  const count = requests.length;
  const times = count < 2 ? "" : `, ${count} times${count < most ? "" : " or more"}`;
  return signIns
    .filter((each) => !isRequest(each) || each === requests[0])
    .map((each) => ({ ...each, requests: isRequest(each) ? times : "" }));
}

/** A change of the email address proves both mailboxes, but opens no form that `byMail` guards. */
const signedInByMail = new Set([...byMail, "email_change"]);

/** The text for an event. */
export function signInInWords({
  action,
  provider,
  requests = "",
}: Pick<SignInLine, "action" | "provider"> & Partial<SignInLine>): string {
  switch (action) {
    case "login":
      if (provider === "email") return "Signed in with the password";
      return provider === null || signedInByMail.has(provider)
        ? "Signed in by email"
        : `Signed in with ${provider === "oauth" ? "an external account" : providerName(provider)}`;
    case "user_signedup":
      return "Account created";
    case "verification_attempted":
      return "Second factor passed";
    case "user_updated_password":
      return "Password changed";
    case "factor_unenrolled":
      return "Authenticator or security key removed";
    case "factor_deleted":
      return "Authenticator or security key removed with a recovery code, or by an administrator";
    case "user_recovery_requested":
      return `New password requested by email${requests}`;
  }
}
