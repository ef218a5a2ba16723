import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useId } from "react";
import { AccountCard, textLink } from "~/account/forms/account-card";
import { malformed, refused } from "~/account/forms/form-response.server";
import { authenticatorsIfKnown } from "~/account/two-factor/authenticators.server";
import {
  codeFields,
  recoveryCodeFields,
  type CodeFields,
  type RecoveryCodeFields,
} from "~/account/sign-in/credentials";
import { useFailureToast, type Answer } from "~/account/forms/form-failure";
import { FormField } from "~/account/forms/form-field";
import { owesSecondFactor } from "~/account/profile/profile.server";
import { readForm } from "~/account/forms/read-form.server";
import { redeemRecoveryCode, type Redemption } from "~/account/two-factor/recovery-codes.server";
import { returnPath } from "~/account/sign-in/return-to";
import { redirectWithin } from "~/account/sign-in/redirect-within.server";
import { pageMeta } from "~/seo/meta";
import { flashToast } from "~/shell/flash-toast.server";
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
  const path = pageAfter(request);
  const claims = await context.session.claims();
  if (!claims) throw redirect("/login");
  if (!(await owesSecondFactor(claims))) throw redirectWithin(path);
  return {
    email: claims.email,
    authenticators: (await authenticatorsIfKnown(context.session)) ?? [],
  };
}

const pageAfter = (request: Request) =>
  returnPath(new URL(request.url).searchParams.get("redirectTo"));

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  if (!(await args.context.session.claims())) throw redirect("/login");
  return form.has("recoveryCode") ? recover(args, form) : enterCode(args, form);
}

async function enterCode({ request, context }: ActionFunctionArgs, form: FormData) {
  const submission = parseWithZod(form, { schema: codeFields });
  if (submission.status !== "success") return malformed(submission);
  const authenticators = await authenticatorsIfKnown(context.session);
  const { code, factorId = authenticators?.[0]?.id ?? "" } = submission.value;
  const { error } = await context.session.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) return refused(submission, "Sign in Failed", error);
  throw redirectWithin(pageAfter(request));
}

const refusals: Record<Exclude<Redemption, "done" | "not-owed">, string> = {
  wrong: "That recovery code is not right, or has been used.",
  "too-many": "Too many recovery codes were tried. Wait a quarter of an hour.",
  "password-missing":
    "A recovery code counts only beside your password. Use another account, and log in with the password.",
  away: "Our account service does not answer right now. Try again in a moment: the code is still good.",
};

async function recover({ request, context }: ActionFunctionArgs, form: FormData) {
  const submission = parseWithZod(form, { schema: recoveryCodeFields });
  if (submission.status !== "success") {
    return data({ ...malformed(submission).data, recovering: true }, 400);
  }
  const outcome = await redeemRecoveryCode(context.session, submission.value.recoveryCode);
  if (outcome === "done") {
    await flashToast(context.responseHeaders, {
      title: "Your authenticators are gone",
      description: "All your other sessions have ended. Add your new authenticator now.",
      variant: "success",
    });
    throw redirect("/dashboard/security");
  }
  // A second press of the button finds that the first has succeeded.
  if (outcome === "not-owed") throw redirectWithin(pageAfter(request));
  const answer: Answer = {
    reply: submission.reply({ fieldErrors: { recoveryCode: [refusals[outcome]] } }),
    failure: { title: "Sign in Failed", description: refusals[outcome], besideField: true },
  };
  return data({ ...answer, recovering: true }, outcome === "away" ? 503 : 400);
}

export default function SecondFactor() {
  const { email, authenticators } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formAction?.startsWith("/login/second-factor");
  const recovering = answer !== undefined && "recovering" in answer;
  const [form, fields] = useForm<CodeFields>({ lastResult: recovering ? null : answer?.reply });
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
        <Button type="submit" busy={busy}>
          {busy ? "Checking …" : "Continue"}
        </Button>
      </Form>
      <Recovery answer={recovering ? answer : undefined} />
    </AccountCard>
  );
}

/** For users who have lost the authenticator. */
function Recovery({ answer }: { answer?: Answer }) {
  const busy = useNavigation().formAction?.startsWith("/login/second-factor");
  const [form, fields] = useForm<RecoveryCodeFields>({ lastResult: answer?.reply });
  return (
    <details open={answer !== undefined} className="mt-6 border-t border-line pt-5">
      <summary className="cursor-pointer text-[0.9375rem] text-paper-2">
        Lost your authenticator? <span className={textLink}>Use a recovery code</span>
      </summary>
      <Form method="post" {...getFormProps(form)} className="mt-4 grid gap-5">
        <p className="text-[0.9375rem] text-paper-2">
          A recovery code signs you in, takes all authenticators off your account, and ends your
          other sessions.
        </p>
        <FormField
          meta={fields.recoveryCode}
          label="Recovery code"
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Sixteen letters and digits, from the list that you kept."
          className="font-mono"
        />
        <Button type="submit" variant="outline" busy={busy}>
          Use the recovery code
        </Button>
      </Form>
    </details>
  );
}
