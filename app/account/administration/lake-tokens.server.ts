import { withAdministrator } from "@domain/database/database.server";
import { isFreshSignIn } from "~/account/session/guards.server";
import type { LakeIdentity } from "~/account/session/studio-session.server";
import type { Session } from "~/account/session/session.server";
import { auditing, record } from "@domain/audit/audit.server";

/** A change to the lake's tokens: revokes `id`, or creates a token without it. */
export interface TokenChange {
  id?: string;
}

/**
 * Whether an administrator's session may create or revoke a token of the lake now; if so, the
 * request is in the audit log. A token outlives the session, so an unattended browser must not be
 * able to create a permanent one, and each creation must be attributable.
 *
 * @throws a 404 Response when the user is no longer an administrator
 */
export async function admitTokenChange(
  session: Session,
  { id, email }: LakeIdentity,
  change: TokenChange,
): Promise<boolean> {
  const claims = await session.claims();
  if (!claims || !isFreshSignIn(claims)) return false;
  await withAdministrator(claims, (tx) =>
    auditing(tx, (audited) =>
      record(
        audited,
        { id, name: email, ipAddress: session.clientIp },
        change.id === undefined
          ? { action: "lake.token.create" }
          : { action: "lake.token.revoke", before: { id: change.id } },
      ),
    ),
  );
  return true;
}
