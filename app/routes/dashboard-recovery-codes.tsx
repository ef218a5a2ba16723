import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { textLink } from "~/account/forms/account-card";
import { authenticatorsOf } from "~/account/two-factor/authenticators.server";
import { requireFreshSignIn } from "~/account/session/guards.server";
import { makeRecoveryCodes, recoveryState } from "~/account/two-factor/recovery-codes.server";
import type { Claims, Session } from "~/account/session/session.server";
import { DashboardPage, Panel } from "~/dashboard/dashboard-page";
import { RecoveryCodeSheet } from "~/dashboard/recovery-code-sheet";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";

export { DashboardError as ErrorBoundary } from "~/dashboard/dashboard-error";

const here = "/dashboard/security/recovery-codes";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Recovery codes",
    description: "Codes for when your authenticator is lost.",
    path: here,
    index: false,
  });

/** Throws a redirect unless an authenticator was used in this session: codes stand in for one. */
async function requireAuthenticator(session: Session, { aal }: Claims): Promise<void> {
  const authenticators = await authenticatorsOf(session);
  if (authenticators.length === 0 || aal !== "aal2") throw redirect("/dashboard/security");
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { claims, viewer } = await requireFreshSignIn(context.session, request);
  await requireAuthenticator(context.session, claims);
  return { email: viewer.email, recovery: await recoveryState(claims) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { claims, viewer } = await requireFreshSignIn(context.session, request);
  await requireAuthenticator(context.session, claims);
  return { codes: await makeRecoveryCodes(viewer.id) };
}

export default function RecoveryCodes() {
  const { email, recovery } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().state === "submitting";
  return (
    <DashboardPage
      title="Recovery codes"
      lead="Each lets you in once, beside your password, when your authenticator is lost. It then takes all authenticators off your account."
      actions={
        <Link to="/dashboard/security" className={textLink}>
          Back to security
        </Link>
      }
    >
      {answer ? (
        <RecoveryCodeSheet codes={answer.codes} email={email} />
      ) : (
        <Panel title="Make new codes" className="max-w-2xl">
          <p className="text-[0.9375rem] text-paper-2">
            {recovery.madeAt
              ? `You have ${recovery.left} of 10 left. New ones take their place: the old ones are worth nothing from then on.`
              : "You have none yet."}
          </p>
          <Form method="post" className="mt-5">
            <Button type="submit" size="sm" busy={busy}>
              {busy ? "Making them …" : "Make ten new codes"}
            </Button>
          </Form>
        </Panel>
      )}
    </DashboardPage>
  );
}
