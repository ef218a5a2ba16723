import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { AccountCard, textLink } from "~/account/forms/account-card";
import { confirm } from "~/account/sign-in/confirmation.server";
import { FirstEmailConfirmed } from "~/account/sign-in/first-email-confirmed";
import { mailLinkTexts, mailedLink } from "~/account/sign-in/mailed-link";
import { readAuthState } from "~/account/session/viewer.server";
import { readForm } from "~/account/forms/read-form.server";
import { outboxPage } from "~/dev/outbox.server";
import { explain, statusOf } from "@domain/auth-service/auth-error-messages";
import { pageMeta } from "~/seo/meta";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Button } from "~/ui/button";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Confirm",
    description: "Confirm a link that we mailed to you.",
    path: "/auth/confirm",
    index: false,
  });

const incomplete = "This link is incomplete. Open it from the email itself, or copy all of it.";

/**
 * Shows the link's button, and spends nothing: mail scanners open links, but press no buttons. Only
 * using the link reveals whose it is, so a signed-in user is warned of what the button may end: a
 * link to an attacker's account, sent by that attacker, silently replaced the session.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const link = mailedLink.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!link.success) return data({ link: null, signedInAs: null }, 400);
  const { viewer } = await readAuthState(context.session);
  return data({ link: link.data, signedInAs: viewer?.email ?? null });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const parsed = mailedLink.safeParse(Object.fromEntries(await readForm(request)));
  if (!parsed.success) return data({ problem: incomplete }, 400);
  const { token_hash, type, next } = parsed.data;
  const error = await confirm(context, { token_hash }, type, next);
  if (!error) return { firstEmailConfirmed: true, outbox: outboxPage() };
  return data({ problem: explain(error).text }, statusOf(error));
}

export default function Confirm() {
  const { link, signedInAs } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const busy = useNavigationInFlight().formAction?.startsWith("/auth/confirm");
  const problem = actionData && "problem" in actionData ? actionData.problem : null;
  if (!link) {
    return (
      <AccountCard title="Something is missing" problem={incomplete}>
        <Button asChild variant="outline">
          <Link to="/login">Go to login</Link>
        </Button>
      </AccountCard>
    );
  }
  if (actionData && "firstEmailConfirmed" in actionData)
    return <FirstEmailConfirmed outbox={actionData.outbox} />;
  const { title, lead, button, retry } = mailLinkTexts[link.type];
  const label =
    signedInAs && link.type !== "email_change" ? "Continue with the account of this email" : button;
  if (problem) {
    return (
      <AccountCard title={title} problem={problem}>
        <Button asChild>
          <Link to={retry.href}>{retry.label}</Link>
        </Button>
      </AccountCard>
    );
  }
  return (
    <AccountCard
      title={title}
      lead={lead}
      footer={
        <Link to={retry.href} className={textLink}>
          {retry.label}
        </Link>
      }
    >
      {signedInAs && (
        <p className="mb-5 text-muted">
          You are signed in as{" "}
          <strong className="font-semibold wrap-anywhere text-foreground">{signedInAs}</strong>. If
          this email is for another account, continuing signs you out of yours and in to that one.
        </p>
      )}
      <Form method="post" className="grid">
        <input type="hidden" name="token_hash" value={link.token_hash} />
        <input type="hidden" name="type" value={link.type} />
        {link.next && <input type="hidden" name="next" value={link.next} />}
        <Button type="submit" busy={busy}>
          {busy ? "One moment …" : label}
        </Button>
      </Form>
    </AccountCard>
  );
}
