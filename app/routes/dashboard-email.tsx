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
import { emailFields, type EmailFields } from "~/account/sign-in/credentials";
import { FailureNote } from "~/account/forms/failure-note";
import type { FormResult } from "~/account/forms/form-failure";
import { FormField } from "~/account/forms/form-field";
import { requireFreshSignIn, requireUser } from "~/account/session/guards.server";
import { useTypedBefore } from "~/account/session/signed-in-again";
import { readForm, textFields } from "~/account/forms/read-form.server";
import { callbackUrl } from "@domain/auth-service/callback-url.server";
import type { Session } from "~/account/session/session.server";
import { DashboardPage, Panel } from "~/dashboard/dashboard-page";
import { OutboxNote } from "~/account/sign-in/outbox-note";
import { outboxPage } from "~/dev/outbox.server";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";
import { formatDateTime } from "~/ui/format/format-date";

export { DashboardError as ErrorBoundary } from "~/dashboard/dashboard-error";
import { useNavigationInFlight } from "~/connection/use-lost-connection";

const here = "/dashboard/profile/email";

/** How long the two mails of a change remain valid, in milliseconds. */
const mailsLast = 3_600_000;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Email address",
    description: "Move your account to another email address.",
    path: here,
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireUser(context.session, request);
  return {
    email: viewer.email,
    waiting: await waitingChange(context.session),
    outbox: outboxPage(),
  };
}

/**
 * The change that waits for its two confirmations; null when there is none, or its mails have
 * expired.
 */
async function waitingChange({ auth }: Session) {
  const { new_email: newEmail, email_change_sent_at: sent } =
    (await auth.getUser()).data.user ?? {};
  if (!newEmail || !sent) return null;
  const endsAt = new Date(new Date(sent).getTime() + mailsLast);
  return endsAt > new Date() ? { newEmail, endsAt } : null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const email = (textFields(form).email ?? "").slice(0, 255);
  const { viewer } = await requireFreshSignIn(context.session, request, { email });
  const submission = parseWithZod(form, { schema: emailFields });
  if (submission.status !== "success") return malformed(submission);
  const wanted = submission.value.email.toLowerCase();
  if (wanted === "" || wanted === viewer.email) {
    const text = wanted ? "That is your address already." : "Enter your new address.";
    const result: FormResult = {
      reply: submission.reply({ fieldErrors: { email: [text] } }),
      failure: null,
    };
    return data(result, 400);
  }
  const { error } = await context.session.auth.updateUser(
    { email: wanted },
    { emailRedirectTo: callbackUrl("/dashboard/profile") },
  );
  if (error) return refused(submission, "Address not changed", error);
  throw redirect(here);
}

export default function ChangeEmail() {
  const { email, waiting, outbox } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <DashboardPage
      title="Email address"
      lead={
        <>
          Your account has the address{" "}
          <strong className="font-semibold wrap-anywhere text-foreground">{email}</strong>.
        </>
      }
      actions={
        <Link to="/dashboard/profile" className={textLink}>
          Back to the profile
        </Link>
      }
    >
      <FailureNote failure={actionData?.failure} />
      {waiting && <Waiting email={email} outbox={outbox} {...waiting} />}
      <NewAddress
        key={waiting?.newEmail}
        title={waiting ? "Use a different address" : "Change email address"}
        result={actionData}
      />
    </DashboardPage>
  );
}

interface WaitingProps {
  email: string;
  newEmail: string;
  endsAt: Date;
  outbox: string | null;
}

function Waiting({ email, newEmail, endsAt, outbox }: WaitingProps) {
  return (
    <Panel title="Email change pending" className="max-w-2xl border-highlight/40">
      <div role="status" className="grid gap-4 text-[0.9375rem] text-muted">
        <p>
          We have sent an email to both addresses. Your email address changes once you have
          confirmed at both:
        </p>
        <ul className="grid gap-1.5 wrap-anywhere text-foreground">
          <li>{email}, the current address</li>
          <li>{newEmail}, the new address</li>
        </ul>
        <p>
          Until then, log in with the current one. The emails are valid until{" "}
          <time dateTime={endsAt.toISOString()}>{formatDateTime(endsAt)}</time>. If you do nothing,
          nothing changes.
        </p>
        <p>
          Each email has a code as well:{" "}
          <Link to="/auth/code?type=email_change" className={textLink}>
            enter a code
          </Link>
          .
        </p>
        <OutboxNote page={outbox} />
      </div>
      <Form method="post" className="mt-5">
        <input type="hidden" name="email" value={newEmail} />
        <Button type="submit" size="sm" variant="outline">
          Send both emails again
        </Button>
      </Form>
    </Panel>
  );
}

function NewAddress({ title, result }: { title: string; result?: FormResult }) {
  const before = useTypedBefore();
  const busy = useNavigationInFlight().formAction?.startsWith(here);
  const [form, fields] = useForm<EmailFields>({
    lastResult: result?.reply,
    defaultValue: { email: before.email },
  });
  return (
    <Panel title={title} className="max-w-2xl">
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <FormField
          meta={fields.email}
          label="New address"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint="We email a link to it, and one to the address that you have now."
        />
        <Button type="submit" size="sm" className="justify-self-start" busy={busy}>
          {busy ? "Sending …" : "Send both emails"}
        </Button>
      </Form>
    </Panel>
  );
}
