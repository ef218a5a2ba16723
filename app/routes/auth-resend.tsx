import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { EmailCard } from "~/account/sign-in/email-card";
import { malformed, refused } from "~/account/forms/form-response.server";
import { emailFields } from "~/account/sign-in/credentials";
import { MailSent } from "~/account/sign-in/mail-sent";
import { readForm } from "~/account/forms/read-form.server";
import { returnPath } from "~/account/sign-in/return-to";
import { explain, secondsIn } from "@domain/auth-service/auth-error-messages";
import { callbackUrl } from "@domain/auth-service/callback-url.server";
import { outboxPage } from "~/dev/outbox.server";
import { pageMeta } from "~/seo/meta";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Confirm your address",
    description: "Ask for the confirmation email once more.",
    path: "/auth/resend",
    index: false,
  });

/** How long the service waits between two mails, in seconds, unless it says otherwise. */
const usualWait = 60;
const title = "Could not send the email";

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: emailFields });
  if (submission.status !== "success") return malformed(submission);
  const { email, redirectTo } = submission.value;
  const path = returnPath(redirectTo);
  const { error } = await context.session.auth.resend({
    type: "signup",
    email,
    options: { emailRedirectTo: callbackUrl(path) },
  });
  const tooSoon = error?.code === "over_email_send_rate_limit";
  if (error && !tooSoon) return refused(submission, title, error);
  return {
    sent: { email, redirectTo: path, wait: secondsIn(error?.message ?? "") ?? usualWait },
    outbox: outboxPage(),
    failure: error && { title, description: explain(error).text, besideField: false },
  };
}

export default function Resend() {
  const actionData = useActionData<typeof action>();
  const sent = actionData && "sent" in actionData ? actionData : null;
  if (sent) return <MailSent {...sent.sent} failure={sent.failure} outbox={sent.outbox} again />;
  return (
    <EmailCard
      title="Confirm your address"
      lead="Enter the address that you signed up with, and we will send the confirmation again."
      button="Send the email"
      path="/auth/resend"
      refusal={actionData && "reply" in actionData ? actionData : null}
    />
  );
}
