import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { AccountCard, textLink } from "~/account/forms/account-card";
import { malformed, refused } from "~/account/forms/form-response.server";
import { replacingSession } from "~/account/sign-in/replace-session.server";
import { firstAdminFields, type FirstAdminFields } from "~/account/sign-in/credentials";
import {
  createFirstAdmin,
  firstAdminIsMissing,
  isSetupToken,
} from "~/account/sign-in/first-admin.server";
import { FormField } from "~/account/forms/form-field";
import { EmailField } from "~/account/sign-in/email-field";
import { PasswordField } from "~/account/sign-in/password-field";
import { passwordHint } from "~/account/sign-in/password-hint.server";
import { readForm } from "~/account/forms/read-form.server";
import { environment } from "@domain/environment.server";
import { pageMeta } from "~/seo/meta";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Button } from "~/ui/button";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Set up",
    description: "Create the first administrator.",
    path: "/setup",
    index: false,
  });

/** Only the link that the launcher printed opens this page; everyone else gets a 404. */
function requireSetupToken(request: Request) {
  if (!isSetupToken(new URL(request.url).searchParams.get("token"))) {
    throw new Response(null, { status: 404 });
  }
}

export async function loader({ request }: LoaderFunctionArgs) {
  requireSetupToken(request);
  return { done: !(await firstAdminIsMissing()), passwordHint };
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireSetupToken(request);
  const schema = firstAdminFields(environment.PASSWORD_MIN_LENGTH);
  const submission = parseWithZod(await readForm(request), { schema });
  if (submission.status !== "success") return malformed(submission);
  const problem = await createFirstAdmin(submission.value, context.session.clientIp);
  if (problem) return refused(submission, "Set-up Failed", problem);
  const { email, password } = submission.value;
  const { session } = context;
  const { error } = await replacingSession(session, () =>
    session.auth.signInWithPassword({ email, password }),
  );
  throw redirect(error ? "/login" : "/admin");
}

export default function SetUp() {
  const { done, passwordHint } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const busy = useNavigationInFlight().state === "submitting";
  const [form, fields] = useForm<FirstAdminFields>({ lastResult: actionData?.reply });
  if (done) {
    return (
      <AccountCard
        title="Already set up"
        lead={
          <>
            This site has its first administrator.{" "}
            <Link to="/login" className={textLink}>
              Log in
            </Link>
          </>
        }
      />
    );
  }
  return (
    <AccountCard
      title="Create the first administrator"
      lead="This account runs the site: its users, its plans and its content. The link that brought you here works once."
      failure={actionData?.failure}
    >
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <FormField meta={fields.fullName} label="Name" type="text" autoComplete="name" />
        <EmailField meta={fields.email} />
        <PasswordField
          meta={fields.password}
          autoComplete="new-password"
          hint={`${passwordHint} A few unrelated words make a good one.`}
        />
        <Button type="submit" busy={busy}>
          {busy ? "Setting up …" : "Create the administrator"}
        </Button>
      </Form>
    </AccountCard>
  );
}
