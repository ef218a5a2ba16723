import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { chosenPlanInWords } from "~/account/plans/own-plan.server";
import { AccountCard, textLink } from "~/account/forms/account-card";
import { malformed, missingCredentials, refused } from "~/account/forms/form-response.server";
import { replacingSession } from "~/account/sign-in/replace-session.server";
import { signUpFields, type SignUpFields } from "~/account/sign-in/credentials";
import { FormField } from "~/account/forms/form-field";
import { redirectIfSignedIn } from "~/account/session/guards.server";
import { MailSent } from "~/account/sign-in/mail-sent";
import { EmailField } from "~/account/sign-in/email-field";
import { PasswordField } from "~/account/sign-in/password-field";
import { passwordHint } from "~/account/sign-in/password-hint.server";
import { ProviderLinks } from "~/account/sign-in/provider-links";
import { signInProviders, takesNewAccounts } from "~/account/sign-in/providers.server";
import { readForm } from "~/account/forms/read-form.server";
import { planOfPath, withReturnTo, returnPath } from "~/account/sign-in/return-to";
import { redirectWithin } from "~/account/sign-in/redirect-within.server";
import { explain, secondsIn } from "@domain/auth-service/auth-error-messages";
import { callbackUrl } from "@domain/auth-service/callback-url.server";
import { outboxPage } from "~/dev/outbox.server";
import { PageData } from "~/seo/page-data";
import { pageMeta } from "~/seo/meta";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Button } from "~/ui/button";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Sign up",
    description: "Create a free account for the PDF API. No credit card required.",
    path: "/signup",
    hasTwin: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const redirectTo = await redirectIfSignedIn(context.session, request);
  // The providers change in the auth service, which no edit of content announces.
  context.responseHeaders.set("Cache-Control", "private, no-store");
  const [providers, open, chosenPlan] = await Promise.all([
    signInProviders(),
    takesNewAccounts(),
    chosenPlanInWords(planOfPath(redirectTo)),
  ]);
  // Sent by the server: the messages for all of the service's errors are larger than the page
  // itself.
  const closed = open
    ? null
    : explain({ name: "AuthApiError", code: "signup_disabled", message: "" }).text;
  return { redirectTo, providers, closed, chosenPlan, passwordHint };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: signUpFields });
  if (submission.status !== "success") return malformed(submission);
  const { email, password, fullName, redirectTo } = submission.value;
  if (!email || !password) return refused(submission, "Sign up Failed", missingCredentials);
  const path = returnPath(redirectTo);
  const { session } = context;
  const options = { data: { full_name: fullName }, emailRedirectTo: callbackUrl(path) };
  const { data, error } = await replacingSession(session, () =>
    session.auth.signUp({ email, password, options }),
  );
  const waiting = { mailedTo: email, outbox: outboxPage() };
  // The service says "Too soon after the last mail" for unconfirmed email addresses, and not for
  // those with an account: anyone who signs up twice would learn which it is. The mail of a minute
  // ago arrives in either case.
  const tooSoon = error?.code === "over_email_send_rate_limit" && secondsIn(error.message) !== null;
  if (tooSoon) return waiting;
  if (error) return refused(submission, "Sign up Failed", error);
  // Without a session the service waits for the email address to be confirmed, and responds the
  // same for an address that it knows.
  if (!data.session) return waiting;
  throw redirectWithin(path);
}

export default function SignUp() {
  const { redirectTo, providers, closed, chosenPlan, passwordHint } =
    useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const busy = useNavigationInFlight().formAction?.startsWith("/signup");
  const waiting = actionData && "mailedTo" in actionData ? actionData : null;
  const refusal = actionData && "reply" in actionData ? actionData : null;
  const [form, fields] = useForm<SignUpFields>({ lastResult: refusal?.reply });
  if (waiting) {
    const { mailedTo, outbox } = waiting;
    return <MailSent email={mailedTo} redirectTo={redirectTo} wait={60} outbox={outbox} />;
  }
  const footer = (
    <>
      Have an account?{" "}
      <Link to={withReturnTo("/login", redirectTo)} className={textLink}>
        Log in
      </Link>
    </>
  );
  if (closed) return <AccountCard title="Sign up" lead={closed} footer={footer} />;
  return (
    <AccountCard
      title="Create your account"
      lead={
        chosenPlan
          ? `You chose ${chosenPlan}. Create an account first, without a credit card; you confirm the plan in the next step.`
          : "An email address and a password are enough. No credit card."
      }
      failure={refusal?.failure}
      footer={footer}
    >
      <PageData name="Sign up" path="/signup" />
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <FormField meta={fields.fullName} label="Name" type="text" autoComplete="name" optional />
        <EmailField meta={fields.email} />
        <PasswordField
          meta={fields.password}
          autoComplete="new-password"
          hint={`${passwordHint} A few unrelated words make a good one.`}
        />
        <Button type="submit" busy={busy}>
          {busy ? "Signing up …" : "Sign up"}
        </Button>
      </Form>
      <ProviderLinks providers={providers} redirectTo={redirectTo} />
    </AccountCard>
  );
}
