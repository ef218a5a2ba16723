import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { AccountCard, textLink } from "~/account/forms/account-card";
import { malformed, refused } from "~/account/forms/form-response.server";
import { readForm } from "~/account/forms/read-form.server";
import { CodeForm } from "~/account/sign-in/code-form";
import { confirm } from "~/account/sign-in/confirmation.server";
import { mailedCodeFields } from "~/account/sign-in/credentials";
import { FirstEmailConfirmed } from "~/account/sign-in/first-email-confirmed";
import { mailLinkTexts, mailedCode } from "~/account/sign-in/mailed-link";
import { outboxPage } from "~/dev/outbox.server";
import { pageMeta } from "~/seo/meta";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Enter the code",
    description: "Enter the code from an email that we sent you.",
    path: "/auth/code",
    index: false,
  });

/** The mail of the code, as the URL in the mail says. */
const mailOf = ({ url }: Request) =>
  mailedCode.parse(Object.fromEntries(new URL(url).searchParams));

export function loader({ request }: LoaderFunctionArgs) {
  return mailOf(request);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const mail = mailOf(request);
  const submission = parseWithZod(await readForm(request), { schema: mailedCodeFields });
  if (submission.status !== "success") return malformed(submission);
  const { email, code: token } = submission.value;
  const error = await confirm(context, { email, token }, mail.type, mail.next);
  if (!error) return { firstEmailConfirmed: true, outbox: outboxPage() };
  return refused(submission, "Could not confirm", error);
}

export default function EnterCode() {
  const mail = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const refusal = actionData && "reply" in actionData ? actionData : null;
  if (actionData && "firstEmailConfirmed" in actionData)
    return <FirstEmailConfirmed outbox={actionData.outbox} />;
  const { title, retry } = mailLinkTexts[mail.type];
  return (
    <AccountCard
      title={title}
      lead="Enter the address we emailed and the six-digit code from that email."
      failure={refusal?.failure}
      footer={
        <Link to={retry.href} className={textLink}>
          {retry.label}
        </Link>
      }
    >
      <CodeForm {...mail} refusal={refusal} />
    </AccountCard>
  );
}
