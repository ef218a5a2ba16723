import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { AccountCard } from "~/account/account-card";
import { signInFields, type SignInFields } from "~/account/credentials";
import { useFailureToast, type Failure } from "~/account/failure";
import { FormField } from "~/account/form-field";
import { viewerOf } from "~/account/profile.server";
import { returnPath } from "~/account/return-path";
import { redirectWithin } from "~/account/return.server";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Log in",
    description: "Log in to your account.",
    path: "/login",
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const redirectTo = returnPath(new URL(request.url).searchParams.get("redirectTo"));
  if (await viewerOf(context.session)) throw redirectWithin(redirectTo);
  return { redirectTo };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: signInFields });
  if (submission.status !== "success") {
    return data({ reply: submission.reply({ hideFields: ["password"] }), failure: null }, 400);
  }
  const { error } = await context.session.auth.signInWithPassword(submission.value);
  if (error) {
    const failure: Failure = {
      title: "Sign in Failed",
      description: error.message || "Something went wrong",
    };
    return data({ reply: submission.reply({ hideFields: ["password"] }), failure }, 400);
  }
  const target = form.get("redirectTo");
  throw redirectWithin(returnPath(typeof target === "string" ? target : null));
}

export default function Login() {
  const { redirectTo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formAction === "/login";
  const [form, fields] = useForm<SignInFields>({ lastResult: answer?.reply });
  useFailureToast(answer?.failure);
  return (
    <AccountCard
      title="Welcome back"
      failure={answer?.failure?.description}
      footer={
        <>
          New here?{" "}
          <Link to="/signup" className="text-cyan underline underline-offset-4">
            Sign up
          </Link>
        </>
      }
    >
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <FormField meta={fields.email} label="E-mail" type="email" autoComplete="username" />
        <FormField
          meta={fields.password}
          label="Password"
          type="password"
          autoComplete="current-password"
        />
        <Button type="submit" disabled={busy}>
          {busy ? "Logging in …" : "Log in"}
        </Button>
      </Form>
    </AccountCard>
  );
}
