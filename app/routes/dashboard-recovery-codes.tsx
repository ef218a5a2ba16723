import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { textLink } from "~/account/forms/account-card";
import { requireFreshSignIn } from "~/account/session/guards.server";
import { makeRecoveryCodes, recoveryState } from "~/account/two-factor/recovery-codes.server";
import { secondFactorsOf } from "~/account/two-factor/second-factors.server";
import type { Session } from "~/account/session/session.server";
import { DashboardPage, Panel } from "~/dashboard/dashboard-page";
import { RecoveryCodeSheet } from "~/dashboard/recovery-code-sheet";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";

export { DashboardError as ErrorBoundary } from "~/dashboard/dashboard-error";
import { useNavigationInFlight } from "~/connection/use-lost-connection";

const here = "/dashboard/security/recovery-codes";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Recovery codes",
    description: "Codes for when your second factor is lost.",
    path: here,
    index: false,
  });

/**
 * Throws a redirect unless the user has a second factor, which codes stand in for, as the auth
 * service sees it. That it was used in this session, and has not been removed since, the guard of a
 * signed-in user has checked in the database: the token would claim it for up to an hour longer.
 */
async function requireSecondFactor(session: Session): Promise<void> {
  if ((await secondFactorsOf(session, here)).length === 0) throw redirect("/dashboard/security");
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { claims, viewer } = await requireFreshSignIn(context.session, request);
  await requireSecondFactor(context.session);
  return { email: viewer.email, recovery: await recoveryState(claims) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { viewer } = await requireFreshSignIn(context.session, request);
  await requireSecondFactor(context.session);
  return { codes: await makeRecoveryCodes(viewer.id) };
}

export default function RecoveryCodes() {
  const { email, recovery } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const busy = useNavigationInFlight().state === "submitting";
  return (
    <DashboardPage
      title="Recovery codes"
      lead="Each logs you in once, together with your password, when your authenticator or security key is lost. It then removes all of them from your account."
      actions={
        <Link to="/dashboard/security" className={textLink}>
          Back to security
        </Link>
      }
    >
      {actionData ? (
        <RecoveryCodeSheet codes={actionData.codes} email={email} />
      ) : (
        <Panel title="Create new codes" className="max-w-2xl">
          <p className="text-[0.9375rem] text-muted">
            {recovery.madeAt
              ? `You have ${recovery.left} of 10 left. New ones replace them: the old ones stop working.`
              : "You have none yet."}
          </p>
          <Form method="post" className="mt-5">
            <Button type="submit" size="sm" busy={busy}>
              {busy ? "Creating …" : "Create ten new codes"}
            </Button>
          </Form>
        </Panel>
      )}
    </DashboardPage>
  );
}
