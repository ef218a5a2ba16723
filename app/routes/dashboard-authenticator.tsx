import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { textLink } from "~/account/forms/account-card";
import { malformed, refused } from "~/account/forms/form-response.server";
import {
  beginAuthenticator,
  enrollmentAgain,
  finishAuthenticator,
  type Enrollment,
} from "~/account/two-factor/authenticators.server";
import { freeName } from "~/account/two-factor/second-factors.server";
import {
  factorNameFields,
  firstCodeFields,
  type FirstCodeFields,
} from "~/account/sign-in/credentials";
import { FailureNote } from "~/account/forms/failure-note";
import type { FormResult } from "~/account/forms/form-failure";
import { FormField } from "~/account/forms/form-field";
import { requireFreshSignIn } from "~/account/session/guards.server";
import { readForm } from "~/account/forms/read-form.server";
import type { Session } from "~/account/session/session.server";
import type { Viewer } from "@domain/accounts/viewer";
import { DashboardPage, Panel } from "~/dashboard/dashboard-page";
import { FactorNamePanel } from "~/dashboard/factor-name-panel";
import { QrPicture } from "~/dashboard/qr-code-image";
import { RecoveryCodeSheet } from "~/dashboard/recovery-code-sheet";
import { environment } from "@domain/environment.server";
import { pageMeta } from "~/seo/meta";
import { flashToast } from "~/toasts/flash-toast.server";
import { Button } from "~/ui/button";

export { DashboardError as ErrorBoundary } from "~/dashboard/dashboard-error";
import { useNavigationInFlight } from "~/connection/use-lost-connection";

const here = "/dashboard/security/authenticator";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Add an authenticator",
    description: "Connect an authenticator app to your account.",
    path: here,
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireFreshSignIn(context.session, request);
  return { email: viewer.email, suggestion: await freeName(context.session, "Phone") };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { viewer } = await requireFreshSignIn(context.session, request);
  const form = await readForm(request);
  if (form.get("intent") !== "finish") return begin(context.session, form);
  const finished = await finish(context.session, viewer, form);
  if (finished !== "added") return finished;
  await flashToast(context.responseHeaders, {
    title: "Authenticator added",
    description: "Signing in takes its codes from now on.",
    variant: "success",
  });
  throw redirect("/dashboard/security");
}

async function begin({ auth }: Session, form: FormData) {
  const submission = parseWithZod(form, { schema: factorNameFields });
  if (submission.status !== "success") return malformed(submission);
  const begun = await beginAuthenticator(auth, submission.value.name);
  if ("error" in begun) return refused(submission, "Authenticator not added", begun.error);
  return { enrollment: begun, refusal: null };
}

async function finish(session: Session, viewer: Viewer, form: FormData) {
  const submission = parseWithZod(form, { schema: firstCodeFields });
  // The hidden fields are ours: damaged ones come from no form of this page.
  if (submission.status !== "success") throw new Response(null, { status: 400 });
  const { code, ...begun } = submission.value;
  const finished = await finishAuthenticator(session, { factorId: begun.factorId, code });
  if ("error" in finished) {
    const result = refused(submission, "Authenticator not added", finished.error);
    const issuer = new URL(environment.SITE_URL).host;
    const enrollment = enrollmentAgain(begun, { issuer, email: viewer.email });
    return data({ enrollment, refusal: result.data }, result.init ?? undefined);
  }
  return finished.recoveryCodes ? { recoveryCodes: finished.recoveryCodes } : "added";
}

export default function AddAuthenticator() {
  const { email, suggestion } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (actionData && "recoveryCodes" in actionData) {
    return (
      <DashboardPage title="Two-factor authentication is on" lead="One thing is left to do.">
        <RecoveryCodeSheet codes={actionData.recoveryCodes} email={email} />
      </DashboardPage>
    );
  }
  return (
    <DashboardPage
      title="Add an authenticator"
      lead="An app such as Aegis, 2FAS, 1Password or Google Authenticator, which shows a new code every thirty seconds."
      actions={
        <Link to="/dashboard/security" className={textLink}>
          Back to security
        </Link>
      }
    >
      {actionData && "enrollment" in actionData ? (
        <FirstCode
          key={actionData.enrollment.factorId}
          enrollment={actionData.enrollment}
          refusal={actionData.refusal}
        />
      ) : (
        <FactorNamePanel suggestion={suggestion} result={actionData} />
      )}
    </DashboardPage>
  );
}

function FirstCode({
  enrollment,
  refusal,
}: {
  enrollment: Enrollment;
  refusal: FormResult | null;
}) {
  const { factorId, name, secret, qrCode } = enrollment;
  const busy = useNavigationInFlight().state === "submitting";
  const [form, fields] = useForm<FirstCodeFields>({ lastResult: refusal?.reply });
  return (
    <Panel title={<>2. Connect “{name}”</>} className="max-w-3xl">
      <div className="grid gap-6 sm:grid-cols-[14rem_1fr]">
        <QrPicture code={qrCode} label="The secret below, to scan" />
        <div className="grid content-start gap-5">
          <div className="text-[0.9375rem] text-muted">
            <p>Scan the picture with the app. If you cannot, type this secret into it:</p>
            <p className="mt-2 font-mono tracking-wide break-all text-foreground select-all">
              {(secret.match(/.{1,4}/g) ?? []).join(" ")}
            </p>
          </div>
          <Form method="post" {...getFormProps(form)} className="grid gap-5">
            <FailureNote failure={refusal?.failure} />
            <input type="hidden" name="intent" value="finish" />
            <input type="hidden" name="factorId" value={factorId} />
            <input type="hidden" name="name" value={name} />
            <input type="hidden" name="secret" value={secret} />
            <FormField
              meta={fields.code}
              label="Code"
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              hint="The six digits that the app shows now."
              className="max-w-56 font-mono text-lg tracking-[0.3em]"
            />
            <Button type="submit" size="sm" className="justify-self-start" busy={busy}>
              {busy ? "Checking …" : "Turn it on"}
            </Button>
          </Form>
        </div>
      </div>
    </Panel>
  );
}
