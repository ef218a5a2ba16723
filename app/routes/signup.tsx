import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, Link, useActionData, useNavigation } from "@remix-run/react";
import { AccountCard } from "~/account/account-card";
import { signUpFields, type SignUpFields } from "~/account/credentials";
import { useFailureToast, type Failure } from "~/account/failure";
import { FormField } from "~/account/form-field";
import { viewerOf } from "~/account/profile.server";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Sign up",
    description: "Create a free account. No credit card required.",
    path: "/signup",
  });

export async function loader({ context }: LoaderFunctionArgs) {
  if (await viewerOf(context.session)) throw redirect("/");
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await request.formData(), { schema: signUpFields });
  if (submission.status !== "success") {
    return data(
      { reply: submission.reply({ hideFields: ["password"] }), failure: null, mailedTo: null },
      400,
    );
  }
  const { email, password, fullName } = submission.value;
  const { data: signedUp, error } = await context.session.auth.signUp({
    email,
    password,
    options: { data: { full_name: fullName } },
  });
  const reply = submission.reply({ hideFields: ["password"] });
  if (error) {
    const failure: Failure = {
      title: "Sign up Failed",
      description: error.message || "Something went wrong",
    };
    return data({ reply, failure, mailedTo: null }, 400);
  }
  // Without a session the service waits for the address to be confirmed, and says the same to an address it knows.
  if (!signedUp.session) return data({ reply, failure: null, mailedTo: email });
  throw redirect("/");
}

export default function SignUp() {
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formAction === "/signup";
  const [form, fields] = useForm<SignUpFields>({ lastResult: answer?.reply });
  useFailureToast(answer?.failure);
  if (answer?.mailedTo) {
    return (
      <AccountCard title="Check your mail">
        <p role="status">
          We have sent a link to <strong>{answer.mailedTo}</strong>. Open it to confirm your address
          and finish signing up.
        </p>
      </AccountCard>
    );
  }
  return (
    <AccountCard
      title="Create your account"
      failure={answer?.failure?.description}
      footer={
        <>
          Have an account?{" "}
          <Link to="/login" className="text-cyan underline underline-offset-4">
            Log in
          </Link>
        </>
      }
    >
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <FormField meta={fields.fullName} label="Name" type="text" autoComplete="name" />
        <FormField meta={fields.email} label="E-mail" type="email" autoComplete="username" />
        <FormField
          meta={fields.password}
          label="Password"
          type="password"
          autoComplete="new-password"
          hint="8 characters or more. A few unrelated words make a good one."
        />
        <Button type="submit" disabled={busy}>
          {busy ? "Signing up …" : "Sign up"}
        </Button>
      </Form>
    </AccountCard>
  );
}
