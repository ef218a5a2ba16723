import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { AccountCard, textLink } from "~/account/forms/account-card";
import { malformed, missingCredentials, refused } from "~/account/forms/form-response.server";
import { wrongPassword } from "~/account/sign-in/check-password.server";
import { replacingSession } from "~/account/sign-in/replace-session.server";
import { passwordFields, type PasswordFields } from "~/account/sign-in/credentials";
import { requireUser } from "~/account/session/guards.server";
import { PasswordField } from "~/account/sign-in/password-field";
import { ProviderLinks } from "~/account/sign-in/provider-links";
import { signInProviders } from "~/account/sign-in/providers.server";
import { readForm } from "~/account/forms/read-form.server";
import { returnPath } from "~/account/sign-in/return-to";
import { redirectWithin } from "~/account/sign-in/redirect-within.server";
import { nextStepUrl } from "~/account/sign-in/sign-in-links.server";
import { pageMeta } from "~/seo/meta";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Button } from "~/ui/button";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Confirm that it is you",
    description: "Sign in again before you go on.",
    path: "/login/again",
    index: false,
  });

const pageAfter = (request: Request) =>
  returnPath(new URL(request.url).searchParams.get("redirectTo"));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireUser(context.session, request);
  return {
    email: viewer.email,
    redirectTo: pageAfter(request),
    providers: await signInProviders(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { viewer } = await requireUser(context.session, request);
  const submission = parseWithZod(await readForm(request), { schema: passwordFields });
  if (submission.status !== "success") return malformed(submission);
  const { password } = submission.value;
  if (!password) return refused(submission, "Not confirmed", missingCredentials);
  const { session } = context;
  // Always the email address of the session: this page must not let anyone switch to another
  // account.
  const { data, error } = await replacingSession(session, () =>
    session.auth.signInWithPassword({ email: viewer.email, password }),
  );
  if (error) {
    const isWrong = error.code === "invalid_credentials";
    return refused(submission, "Not confirmed", isWrong ? wrongPassword : error);
  }
  throw redirectWithin(nextStepUrl(data.user, pageAfter(request)));
}

/**
 * Asks a signed-in user for the password again, before actions that an unattended browser must not
 * permit.
 */
export default function LoginAgain() {
  const { email, redirectTo, providers } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const busy = useNavigationInFlight().formAction?.startsWith("/login/again");
  const [form, fields] = useForm<PasswordFields>({ lastResult: actionData?.reply });
  return (
    <AccountCard
      title="Confirm that it is you"
      lead={
        <>
          What you are about to do asks for a fresh sign-in. You are{" "}
          <strong className="font-semibold wrap-anywhere text-foreground">{email}</strong>.
        </>
      }
      failure={actionData?.failure}
      footer={
        <>
          No password, or forgotten it?{" "}
          <Link to="/forgot-password" className={textLink}>
            Reset it by email
          </Link>
        </>
      }
    >
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        {/* Password managers look for the account under this name. */}
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <PasswordField meta={fields.password} autoComplete="current-password" />
        <Button type="submit" busy={busy}>
          {busy ? "Checking …" : "Continue"}
        </Button>
      </Form>
      <ProviderLinks mark="again" providers={providers} redirectTo={redirectTo} />
    </AccountCard>
  );
}
