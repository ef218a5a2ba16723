import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { AccountCard, textLink } from "~/account/forms/account-card";
import { useFailureToast, type Failure } from "~/account/forms/form-failure";
import { confirm } from "~/account/sign-in/confirmation.server";
import { HalfWay } from "~/account/sign-in/first-email-confirmed";
import { linkWords, mailedLink } from "~/account/sign-in/mailed-link";
import { readForm } from "~/account/forms/read-form.server";
import { explain, statusOf } from "~/account/sign-in/auth-error-messages";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Confirm",
    description: "Confirm a link that we mailed to you.",
    path: "/auth/confirm",
    index: false,
  });

const incomplete: Failure = {
  title: "Link incomplete",
  description: "This link is not whole. Open it from the mail itself, or copy all of it.",
  besideField: false,
};

/** Shows the link's button, and spends nothing: mail scanners open links, but press no buttons. */
export async function loader({ request }: LoaderFunctionArgs) {
  const link = mailedLink.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  return link.success ? { link: link.data } : data({ link: null }, 400);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const parsed = mailedLink.safeParse(Object.fromEntries(await readForm(request)));
  if (!parsed.success) return data({ failure: incomplete, halfWay: false }, 400);
  const { token_hash, type, next } = parsed.data;
  const error = await confirm(context, { token_hash }, type, next);
  if (!error) return { failure: null, halfWay: true };
  const { text: description } = explain(error);
  const failure: Failure = { title: "Could not confirm", description, besideField: false };
  return data({ failure, halfWay: false }, statusOf(error));
}

export default function Confirm() {
  const { link } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formAction?.startsWith("/auth/confirm");
  useFailureToast(answer?.failure);
  if (!link) {
    return (
      <AccountCard title="Something is missing" failure={incomplete}>
        <Button asChild variant="outline">
          <Link to="/login">Go to the login</Link>
        </Button>
      </AccountCard>
    );
  }
  if (answer?.halfWay) return <HalfWay />;
  const { title, lead, button, anew } = linkWords[link.type];
  if (answer?.failure) {
    return (
      <AccountCard title={title} failure={answer.failure}>
        <Button asChild>
          <Link to={anew.href}>{anew.label}</Link>
        </Button>
      </AccountCard>
    );
  }
  return (
    <AccountCard
      title={title}
      lead={lead}
      footer={
        <Link to={anew.href} className={textLink}>
          {anew.label}
        </Link>
      }
    >
      <Form method="post" className="grid">
        <input type="hidden" name="token_hash" value={link.token_hash} />
        <input type="hidden" name="type" value={link.type} />
        {link.next && <input type="hidden" name="next" value={link.next} />}
        <Button type="submit" busy={busy}>
          {busy ? "One moment …" : button}
        </Button>
      </Form>
    </AccountCard>
  );
}
