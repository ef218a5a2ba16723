import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { deleteAccount, restoreAccount } from "@domain/administration/account-removal.server";
import {
  endSessions,
  inviteAgain,
  removeFactor,
  sendRecovery,
} from "@domain/administration/account-help.server";
import { uuid } from "@domain/accounts/uuid";
import type { Target } from "@domain/administration/lock-account.server";
import { banAccount, liftBan } from "@domain/administration/ban.server";
import { changeByForm } from "~/account/administration/change-response.server";
import { requireAdmin } from "~/account/session/guards.server";
import type { Administrator } from "@domain/accounts/administrator";
import {
  adjustAccountCredits,
  changeAccountPlan,
} from "@domain/administration/plan-changes.server";
import { changeRole } from "@domain/administration/change-role.server";
import { can } from "@domain/accounts/permissions";
import {
  intentPermissions,
  userIntents,
  type UserIntent,
} from "~/account/administration/user-intents";
import { readUserPage } from "@domain/administration/user-page.server";
import { AuditList } from "~/admin/audit-list";
import { auditRows } from "~/admin/audit-rows.server";
import { SectionHead } from "~/admin/section-head";
import { UserChanges } from "~/admin/user-changes";
import { UserFacts } from "~/admin/user-facts";
import { SeeAllLink, UserKeys, UserLedger, UserSessions } from "~/admin/user-tables";
import { outboxSentence } from "~/dev/outbox.server";
import { withOperationNames } from "~/account/plans/operation-names.server";
import { readPlans } from "~/account/plans/own-plan.server";
import { pageMeta } from "~/seo/meta";
import { formatNumber } from "~/ui/format/format-number";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

export const meta: MetaFunction<typeof loader> = ({ matches, data, params }) =>
  pageMeta({
    matches,
    title: data?.user.fullName ?? data?.user.email ?? "User",
    description: "Profile, sessions, keys and credits of an account.",
    path: `/admin/users/${params.id}`,
    index: false,
  });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "users.read");
  const page = await readUserPage(administrator, params.id ?? "", readPlans);
  if (!page) throw new Response(null, { status: 404 });
  return {
    ...page,
    ledger: { ...page.ledger, entries: await withOperationNames(page.ledger.entries) },
    audit: { ...page.audit, entries: await auditRows(page.audit.entries) },
    isSelf: administrator.viewer.id === page.user.id,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "users.read");
  const id = uuid.safeParse(params.id).data;
  if (!id) throw new Response(null, { status: 404 });
  return changeByForm({ request, context }, userIntents, async (change) => {
    if (!can(administrator.viewer, intentPermissions[change.intent])) {
      throw new Response(null, { status: 404 });
    }
    const title = await carryOut(administrator, { id, version: change.version }, change);
    const isMailed = change.intent === "recovery" || change.intent === "invitation";
    const description = isMailed ? outboxSentence() : "";
    return { title, description, to: `/admin/users/${id}` };
  });
}

/** Makes the change that a form requests, and returns the message about it. */
async function carryOut(
  administrator: Administrator,
  target: Target,
  change: UserIntent,
): Promise<string> {
  switch (change.intent) {
    case "role":
      await changeRole(administrator, target, change);
      return `Role changed to ${change.role}`;
    case "plan":
      await changeAccountPlan(administrator, target, await readPlans(), {
        ...change,
        agreedCredits: change.agreedCredits ?? null,
      });
      return "Plan changed";
    case "credits":
      return `${formatNumber(await adjustAccountCredits(administrator, target, await readPlans(), change))} credits are left`;
    case "ban":
      await banAccount(administrator, target, change);
      return "Account banned";
    case "lift":
      await liftBan(administrator, target, change);
      return "Ban lifted";
    case "sessions":
      return sessionsEnded(await endSessions(administrator, target, change));
    case "invitation":
      await inviteAgain(administrator, target, change);
      return "The invitation is on its way";
    case "recovery":
      await sendRecovery(administrator, target, change);
      return "The recovery email is on its way";
    case "factor":
      await removeFactor(administrator, target, change);
      return "Second factor removed";
    case "delete":
      await deleteAccount(administrator, target, change);
      return "Account deleted";
    case "restore":
      await restoreAccount(administrator, target, change);
      return "Account restored";
  }
}

const sessionsEnded = (count: number) => `${count} ${count === 1 ? "session" : "sessions"} ended`;

export default function AdminUser() {
  const page = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const { user, audit, keys, ledger, sessions } = page;
  return (
    <article aria-labelledby="user">
      <Link to="/admin/users" className="text-sm text-muted hover:text-foreground">
        ← All users
      </Link>
      <div className="mt-3">
        <SectionHead id="user" title={user.fullName ?? user.email} lead={user.email} />
      </div>
      <div className="mt-6 grid gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:grid-rows-[auto_1fr] lg:gap-x-8">
        <UserFacts page={page} />
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <UserChanges page={page} result={actionData ?? null} />
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-10">
          <UserSessions sessions={sessions} />
          <UserKeys keys={keys} owner={user} />
          <UserLedger ledger={ledger} userId={user.id} />
          <section aria-labelledby="user-audit">
            <h3 id="user-audit" className="text-lg font-semibold">
              Changes to this account
            </h3>
            <AuditList
              className="mt-4"
              entries={audit.entries}
              withSubject={false}
              empty="No administrator has changed this account."
            />
            {audit.next && (
              <SeeAllLink to={`/admin/audit?subject=${user.id}`}>View all changes</SeeAllLink>
            )}
          </section>
        </div>
      </div>
    </article>
  );
}
