import { parseWithZod } from "@conform-to/zod/v4";
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { textLink } from "~/account/forms/account-card";
import { FailureNote } from "~/account/forms/failure-note";
import { failureOf, malformed, refused } from "~/account/forms/form-response.server";
import { readForm } from "~/account/forms/read-form.server";
import { requireFreshSignIn } from "~/account/session/guards.server";
import type { Session } from "~/account/session/session.server";
import { statusOf } from "@domain/auth-service/auth-error-messages";
import { factorNameFields, keyResponseFields } from "~/account/sign-in/credentials";
import { KeyNeedsScripts, KeyPrompt } from "~/account/two-factor/key-prompt";
import { freeName } from "~/account/two-factor/second-factors.server";
import { beginSecurityKey, finishSecurityKey } from "~/account/two-factor/security-keys.server";
import { DashboardPage, Panel } from "~/dashboard/dashboard-page";
import { FactorNamePanel } from "~/dashboard/factor-name-panel";
import { RecoveryCodeSheet } from "~/dashboard/recovery-code-sheet";
import { pageMeta } from "~/seo/meta";
import { flashToast } from "~/toasts/flash-toast.server";

export { DashboardError as ErrorBoundary } from "~/dashboard/dashboard-error";

const here = "/dashboard/security/key";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Add a security key",
    description: "Connect a security key to your account.",
    path: here,
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireFreshSignIn(context.session, request);
  return { email: viewer.email, suggestion: await freeName(context.session, "Security key") };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireFreshSignIn(context.session, request);
  const form = await readForm(request);
  if (form.get("intent") !== "finish-key") return begin(context.session, form);
  const finished = await finish(context.session, form);
  if (finished !== "added") return finished;
  await flashToast(context.responseHeaders, {
    title: "Security key added",
    description: "Signing in accepts it from now on.",
    variant: "success",
  });
  throw redirect("/dashboard/security");
}

async function begin(session: Session, form: FormData) {
  const submission = parseWithZod(form, { schema: factorNameFields });
  if (submission.status !== "success") return malformed(submission);
  const { name } = submission.value;
  const keyRequest = await beginSecurityKey(session, name);
  if ("error" in keyRequest) return refused(submission, notAdded, keyRequest.error);
  return { name, keyRequest };
}

async function finish(session: Session, form: FormData) {
  const submission = parseWithZod(form, { schema: keyResponseFields });
  // The hidden fields are ours: damaged ones come from no form of this page.
  if (submission.status !== "success") throw new Response(null, { status: 400 });
  const finished = await finishSecurityKey(session, submission.value);
  if ("error" in finished) {
    const keyRefusal = failureOf(notAdded, finished.error);
    return data({ keyRefusal }, statusOf(finished.error));
  }
  return finished.recoveryCodes ? { recoveryCodes: finished.recoveryCodes } : "added";
}

const notAdded = "Security key not added";

export default function AddSecurityKey() {
  const { email, suggestion } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const keyRefusal = actionData && "keyRefusal" in actionData ? actionData.keyRefusal : null;
  if (actionData && "recoveryCodes" in actionData) {
    return (
      <DashboardPage title="Two-factor authentication is on" lead="One thing is left to do.">
        <RecoveryCodeSheet codes={actionData.recoveryCodes} email={email} />
      </DashboardPage>
    );
  }
  return (
    <DashboardPage
      title="Add a security key"
      lead="A key that you plug in or hold to your phone, or the fingerprint, face or PIN of this device."
      actions={
        <Link to="/dashboard/security" className={textLink}>
          Back to security
        </Link>
      }
    >
      {actionData && "keyRequest" in actionData ? (
        <Panel title={<>2. Connect “{actionData.name}”</>} className="max-w-2xl">
          <KeyPrompt key={actionData.keyRequest.challengeId} request={actionData.keyRequest} />
        </Panel>
      ) : (
        <>
          <KeyNeedsScripts />
          <FailureNote failure={keyRefusal} />
          <FactorNamePanel
            suggestion={suggestion}
            result={actionData && "reply" in actionData ? actionData : undefined}
          />
        </>
      )}
    </DashboardPage>
  );
}
