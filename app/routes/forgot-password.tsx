import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { AccountCard } from "~/account/forms/account-card";
import { EmailCard, backToLogin } from "~/account/sign-in/email-card";
import { malformed, refused } from "~/account/forms/form-response.server";
import { CodeForm } from "~/account/sign-in/code-form";
import { emailFields } from "~/account/sign-in/credentials";
import { readForm } from "~/account/forms/read-form.server";
import { secondsIn } from "@domain/auth-service/auth-error-messages";
import { callbackUrl } from "@domain/auth-service/callback-url.server";
import { OutboxNote } from "~/account/sign-in/outbox-note";
import { outboxPage } from "~/dev/outbox.server";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Forgot your password?",
    description: "Ask for a link by email, and choose a new password for your account with it.",
    path: "/forgot-password",
    hasTwin: false,
  });

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: emailFields });
  if (submission.status !== "success") return malformed(submission);
  const { email } = submission.value;
  const { error } = await context.session.auth.resetPasswordForEmail(email, {
    redirectTo: callbackUrl("/reset-password"),
  });
  // "Too soon after the last mail" is a response that hosted services give only for known email
  // addresses: it would tell anyone who has an account. That the limit for all mails is reached is
  // reported, because then no mail is sent.
  const tooSoon = error?.code === "over_email_send_rate_limit" && secondsIn(error.message) !== null;
  if (error && !tooSoon) return refused(submission, "Could not send the email", error);
  return { mailedTo: email, outbox: outboxPage() };
}

export default function ForgotPassword() {
  const actionData = useActionData<typeof action>();
  if (actionData && "mailedTo" in actionData) {
    return (
      <AccountCard
        title="Check your email"
        lead={
          <span role="status">
            If there is an account with{" "}
            <strong className="font-semibold wrap-anywhere text-foreground">
              {actionData.mailedTo}
            </strong>
            , a link to choose a new password is on its way there.
          </span>
        }
        footer={backToLogin}
      >
        <p className="flex gap-3 text-[0.9375rem] text-muted">
          <Icon name="mail-check" className="mt-0.5 size-5 shrink-0 text-good" />
          The link works once, and the email says for how long. No email? Check your spam folder, or
          ask again after a minute: we send no more than one a minute.
        </p>
        <OutboxNote page={actionData.outbox} />
        <div className="mt-6">
          <CodeForm type="recovery" email={actionData.mailedTo} />
        </div>
        <Button asChild variant="link" className="mt-4">
          <Link to="/forgot-password" reloadDocument>
            Ask again
          </Link>
        </Button>
      </AccountCard>
    );
  }
  return (
    <EmailCard
      title="Forgot your password?"
      lead="Enter your email address, and we will send you a link to choose a new one."
      button="Send the link"
      path="/forgot-password"
      refusal={actionData ?? null}
    />
  );
}
