import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { maybeUnconfirmed } from "@domain/auth-service/auth-error-messages";
import { AccountCard, textLink } from "~/account/forms/account-card";
import { malformed, missingCredentials, refused } from "~/account/forms/form-response.server";
import { replacingSession } from "~/account/sign-in/replace-session.server";
import { signInFields, type SignInFields } from "~/account/sign-in/credentials";
import { redirectIfSignedIn } from "~/account/session/guards.server";
import { EmailField } from "~/account/sign-in/email-field";
import { PasswordField } from "~/account/sign-in/password-field";
import { ProviderLinks } from "~/account/sign-in/provider-links";
import { confirmsByMail, signInProviders } from "~/account/sign-in/providers.server";
import { readForm } from "~/account/forms/read-form.server";
import { withReturnTo, returnPath } from "~/account/sign-in/return-to";
import { redirectWithin } from "~/account/sign-in/redirect-within.server";
import { pageAfterSignIn } from "~/account/sign-in/start-page.server";
import { nextStepUrl } from "~/account/sign-in/sign-in-links.server";
import { PageData } from "~/seo/page-data";
import { pageMeta } from "~/seo/meta";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Button } from "~/ui/button";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Log in",
    description: "Log in to your dashboard: your API keys, your credits and your usage.",
    path: "/login",
    hasTwin: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const redirectTo = await redirectIfSignedIn(context.session, request);
  // The providers change in the auth service, which no edit of content announces.
  context.responseHeaders.set("Cache-Control", "private, no-store");
  const [providers, mayResend] = await Promise.all([signInProviders(), confirmsByMail()]);
  return { redirectTo, providers, mayResend };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: signInFields });
  if (submission.status !== "success") return malformed(submission);
  const { email, password, redirectTo } = submission.value;
  if (!email || !password) return refused(submission, "Sign in Failed", missingCredentials);
  const { session } = context;
  const { data, error } = await replacingSession(session, () =>
    session.auth.signInWithPassword({ email, password }),
  );
  if (error) {
    const refusal = (await confirmsByMail()) ? maybeUnconfirmed(error) : error;
    return refused(submission, "Sign in Failed", refusal);
  }
  const path = nextStepUrl(data.user, returnPath(redirectTo));
  throw redirectWithin(await pageAfterSignIn(session, path));
}

export default function Login() {
  const { redirectTo, providers, mayResend } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [search] = useSearchParams();
  const busy = useNavigationInFlight().formAction?.startsWith("/login");
  const [form, fields] = useForm<SignInFields>({ lastResult: actionData?.reply });
  return (
    <AccountCard
      title="Welcome back"
      lead="Log in to your dashboard, your keys and your usage."
      failure={actionData?.failure}
      footer={
        <>
          New here?{" "}
          <Link to={withReturnTo("/signup", redirectTo)} className={textLink}>
            Sign up
          </Link>
        </>
      }
    >
      <PageData name="Log in" path="/login" />
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <EmailField meta={fields.email} />
        <PasswordField meta={fields.password} autoComplete="current-password" />
        <p className="-mt-2 flex flex-wrap justify-between gap-x-6 gap-y-1 text-[0.9375rem]">
          <Link to="/forgot-password" className={textLink}>
            Forgot your password?
          </Link>
          {actionData?.failure && mayResend && (
            <Link to="/auth/resend" className={textLink}>
              No confirmation email?
            </Link>
          )}
        </p>
        <Button type="submit" busy={busy}>
          {busy ? "Logging in …" : "Log in"}
        </Button>
      </Form>
      <ProviderLinks
        mark={search.has("another") ? "another" : undefined}
        providers={providers}
        redirectTo={redirectTo}
      />
    </AccountCard>
  );
}
