import type { AuditedTx } from "@domain/audit/audit.server";
import type { AccountSite } from "./account-site";

/** Makes changes as an administrator of the site does: in transactions that record them. */
export async function auditedChanges(site: AccountSite) {
  const { visitor, id, email } = await site.signedIn("Admin");
  const claims = await visitor.claims();
  if (!claims) throw new Error("The administrator is not signed in.");
  const { withAdministrator } = await import("@domain/database/database.server");
  const { auditing, record } = await import("@domain/audit/audit.server");
  const actor = { id, name: email, ipAddress: null };
  return <T>(work: (tx: AuditedTx) => Promise<T>): Promise<T> =>
    withAdministrator(claims, (tx) =>
      auditing(tx, async (audited) => {
        const result = await work(audited);
        return (await record(audited, actor, { action: "user.plan" })).with(result);
      }),
    );
}
