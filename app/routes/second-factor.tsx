import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useId } from "react";
import { AccountCard, textLink } from "~/account/account-card";
import { malformed, refused } from "~/account/answer.server";
import { codeFields, type CodeFields } from "~/account/credentials";
import { useFailureToast } from "~/account/failure";
import { FormField } from "~/account/form-field";
import { owesSecondFactor } from "~/account/profile.server";
import { readForm } from "~/account/read-form.server";
import { returnPath } from "~/account/return-path";
import { redirectWithin } from "~/account/return.server";
import type { Session } from "~/account/session.server";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";
import { Label } from "~/ui/label";
import { controlClasses } from "~/ui/input";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Enter your code",
    description: "The second step of signing in.",
    path: "/login/second-factor",
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const path = returnPath(new URL(request.url).searchParams.get("redirectTo"));
  const claims = await context.session.claims();
  if (!claims) throw redirect("/login");
  if (!(await owesSecondFactor(claims))) throw redirectWithin(path);
  return { email: claims.email, authenticators: await authenticatorsOf(context.session) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: codeFields });
  if (submission.status !== "success") return malformed(submission);
  if (!(await context.session.claims())) throw redirect("/login");
  const authenticators = await authenticatorsOf(context.session);
  const { code, factorId = authenticators[0]?.id ?? "" } = submission.value;
  const { error } = await context.session.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) return refused(submission, "Sign in Failed", error);
  throw redirectWithin(returnPath(new URL(request.url).searchParams.get("redirectTo")));
}

/** The person's authenticators that are in use. */
async function authenticatorsOf({ auth }: Session) {
  const { data } = await auth.mfa.listFactors();
  return (data?.totp ?? []).map(({ id, friendly_name }) => ({
    id,
    name: friendly_name || "Authenticator",
  }));
}

/** The second step of signing in, for who has an authenticator. */
export default function SecondFactor() {
  const { email, authenticators } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formAction?.startsWith("/login/second-factor");
  const [form, fields] = useForm<CodeFields>({ lastResult: answer?.reply });
  const selectId = useId();
  useFailureToast(answer?.failure);
  return (
    <AccountCard
      title="Enter your code"
      lead={
        <>
          You are signing in as{" "}
          <strong className="font-semibold wrap-anywhere text-paper">{email}</strong>. Open your
          authenticator app and type the six digits that it shows.
        </>
      }
      failure={answer?.failure}
      footer={
        <Form method="post" action="/logout">
          Not you?{" "}
          <button type="submit" className={textLink}>
            Use another account
          </button>
        </Form>
      }
    >
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        {authenticators.length > 1 && (
          <div className="grid gap-1.5">
            <Label htmlFor={selectId}>Authenticator</Label>
            <select id={selectId} name={fields.factorId.name} className={`${controlClasses} h-11`}>
              {authenticators.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
        <FormField
          meta={fields.code}
          label="Code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="font-mono text-lg tracking-[0.3em]"
        />
        <Button type="submit" aria-disabled={busy || undefined}>
          {busy ? "Checking …" : "Continue"}
        </Button>
      </Form>
    </AccountCard>
  );
}
