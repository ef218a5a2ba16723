import { withAdministrator } from "@domain/database/database.server";
import { isFreshSignIn } from "~/account/session/guards.server";
import type { LakeIdentity } from "~/account/session/studio-session.server";
import type { Session } from "~/account/session/session.server";
import { auditing, record } from "@domain/audit/audit.server";

/** What a request does to the lake's tokens. Without an id it creates one. */
export interface TokenChange {
  id?: string;
}

/**
 * Whether an administrator's session may create or revoke a token of the lake now; if so, the
 * request is in the audit log. A token outlives the session: a browser that was left open made
 * one that wrote content for good, and nobody saw who had made it.
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
