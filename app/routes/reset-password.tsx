import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { AccountCard } from "~/account/forms/account-card";
import { malformed, refused } from "~/account/forms/form-response.server";
import { newPasswordFields, type NewPasswordFields } from "~/account/sign-in/credentials";
import { requireEmailProof } from "~/account/session/guards.server";
import { PasswordField } from "~/account/sign-in/password-field";
import { passwordHint } from "~/account/sign-in/password-hint.server";
import { readForm } from "~/account/forms/read-form.server";
import { returnPath } from "~/account/sign-in/return-to";
import { redirectWithin } from "~/account/sign-in/redirect-within.server";
import { pageMeta } from "~/seo/meta";
import { flashToast } from "~/toasts/flash-toast.server";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Button } from "~/ui/button";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Choose a password",
    description: "Choose a new password for your account.",
    path: "/reset-password",
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email } = await requireEmailProof(context.session, request);
  const { searchParams } = new URL(request.url);
  return {
    email,
    invited: searchParams.has("invited"),
    disputed: searchParams.has("disputed"),
    passwordHint,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireEmailProof(context.session, request);
  const { searchParams } = new URL(request.url);
  const submission = parseWithZod(await readForm(request), { schema: newPasswordFields });
  if (submission.status !== "success") return malformed(submission);
  const { password } = submission.value;
  // Ends the user's other sessions as well: anyone who knew the old password is out.
  const { error } = await context.session.auth.updateUser({ password });
  // A user who opened the mail of their own sign-up may choose its password again: it only has to
  // become valid.
  const isUnchanged = error?.code === "same_password" && searchParams.has("disputed");
  if (error && !isUnchanged) return refused(submission, "Password not changed", error);
  await flashToast(context.responseHeaders, {
    title: "Password saved",
    description: "From now on, log in with your new password.",
    variant: "success",
  });
  throw redirectWithin(returnPath(searchParams.get("redirectTo")));
}

export default function ResetPassword() {
  const { email, invited, disputed, passwordHint } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const busy = useNavigationInFlight().formAction?.startsWith("/reset-password");
  const [form, fields] = useForm<NewPasswordFields>({ lastResult: actionData?.reply });
  return (
    <AccountCard
      title={invited ? "Welcome. Choose a password" : "Choose a new password"}
      lead={
        <>
          For <strong className="font-semibold wrap-anywhere text-foreground">{email}</strong>.{" "}
          {disputed && "Others have signed up with your address, too, and may know its password. "}
          {!invited && "Saving it signs you out everywhere else."}
        </>
      }
      failure={actionData?.failure}
    >
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        {/* Password managers store the new password under this name. */}
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <PasswordField
          meta={fields.password}
          label={invited ? "Password" : "New password"}
          autoComplete="new-password"
          hint={`${passwordHint} A few unrelated words make a good one.`}
        />
        <Button type="submit" busy={busy}>
          {busy ? "Saving …" : "Save the password"}
        </Button>
      </Form>
    </AccountCard>
  );
}
