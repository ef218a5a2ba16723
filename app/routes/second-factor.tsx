import { parseWithZod } from "@conform-to/zod/v4";
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { AccountCard, textLink } from "~/account/forms/account-card";
import { failureOf, malformed, refused } from "~/account/forms/form-response.server";
import {
  codeFields,
  keyChoiceFields,
  keyResponseFields,
  recoveryCodeFields,
} from "~/account/sign-in/credentials";
import type { FormResult } from "~/account/forms/form-failure";
import { owesSecondFactor } from "~/account/session/owes-second-factor.server";
import { readForm } from "~/account/forms/read-form.server";
import { redeemRecoveryCode, type Redemption } from "~/account/two-factor/recovery-codes.server";
import { statusOf, type ServiceError } from "@domain/auth-service/auth-error-messages";
import { returnPath, withReturnTo } from "~/account/sign-in/return-to";
import { pageAfterSignIn } from "~/account/sign-in/start-page.server";
import { redirectWithin } from "~/account/sign-in/redirect-within.server";
import { CodeEntry } from "~/account/two-factor/code-entry";
import { RecoveryForm } from "~/account/two-factor/recovery-form";
import { secondFactorsIfKnown } from "~/account/two-factor/second-factors.server";
import { SecurityKeyChoice } from "~/account/two-factor/security-key-choice";
import { challengeKey, giveSecurityKey } from "~/account/two-factor/security-keys.server";
import { passwordHint } from "~/account/sign-in/password-hint.server";
import { pageMeta } from "~/seo/meta";
import { flashToast } from "~/toasts/flash-toast.server";

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) =>
  pageMeta({
    matches,
    title: titleOf(page),
    description: "Sign in with your second factor.",
    path: "/login/second-factor",
    index: false,
  });

const titleOf = (page: { takesCodes: boolean } | undefined) =>
  page?.takesCodes === false ? "Use your security key" : "Enter your code";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const path = pageAfter(request);
  const claims = await context.session.claims();
  if (!claims) throw redirect(withReturnTo("/login", path));
  if (!(await owesSecondFactor(claims))) throw redirectWithin(path);
  const factors = (await secondFactorsIfKnown(context.session, path)) ?? [];
  const keys = factors.filter(({ kind }) => kind === "security-key");
  const authenticators = factors.filter(({ kind }) => kind === "authenticator");
  const takesCodes = authenticators.length > 0 || keys.length === 0;
  return { email: claims.email, authenticators, keys, takesCodes, passwordHint };
}

const pageAfter = (request: Request) =>
  returnPath(new URL(request.url).searchParams.get("redirectTo"));

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  if (!(await args.context.session.claims()))
    throw redirect(withReturnTo("/login", pageAfter(args.request)));
  switch (form.get("intent")) {
    case "ask-key":
      return requestKey(args, form);
    case "finish-key":
      return finishKey(args, form);
    default:
      return form.has("recoveryCode") ? recover(args, form) : enterCode(args, form);
  }
}

async function enterCode({ request, context }: ActionFunctionArgs, form: FormData) {
  const submission = parseWithZod(form, { schema: codeFields });
  if (submission.status !== "success") return malformed(submission);
  const factors = await secondFactorsIfKnown(context.session, pageAfter(request));
  const { code, factorId: chosen } = submission.value;
  // Only one in use: someone who has the password may have started another, and knows its secret.
  const used = factors?.find(
    ({ id, kind }) => kind === "authenticator" && (chosen === undefined || chosen === id),
  );
  const { error } = await context.session.auth.mfa.challengeAndVerify({
    factorId: used?.id ?? "",
    code,
  });
  if (error) return refused(submission, "Sign in Failed", error);
  throw redirectWithin(await pageAfterSignIn(context.session, pageAfter(request)));
}

async function requestKey({ context }: ActionFunctionArgs, form: FormData) {
  const submission = parseWithZod(form, { schema: keyChoiceFields });
  // The hidden fields are ours: damaged ones come from no form of this page.
  if (submission.status !== "success") throw new Response(null, { status: 400 });
  const request = await challengeKey(context.session, submission.value.factorId);
  return "error" in request ? keyRefused(request.error) : { keyRequest: request };
}

async function finishKey({ request, context }: ActionFunctionArgs, form: FormData) {
  const submission = parseWithZod(form, { schema: keyResponseFields });
  if (submission.status !== "success") throw new Response(null, { status: 400 });
  const error = await giveSecurityKey(context.session, submission.value);
  if (error) return keyRefused(error);
  throw redirectWithin(await pageAfterSignIn(context.session, pageAfter(request)));
}

const keyRefused = (error: ServiceError) =>
  data({ keyRefusal: failureOf("Sign in Failed", error) }, statusOf(error));

const refusals: Record<
  Extract<Redemption, "wrong" | "password-missing" | "unavailable">,
  string
> = {
  wrong: "That recovery code is incorrect, or has been used.",
  "password-missing":
    "A recovery code works only after you have logged in with your password. Use another account, and log in with the password.",
  unavailable:
    "Our account service is not responding right now. Try again in a moment: the code is still good.",
};

async function recover({ request, context }: ActionFunctionArgs, form: FormData) {
  const submission = parseWithZod(form, { schema: recoveryCodeFields });
  if (submission.status !== "success") {
    return data({ ...malformed(submission).data, recovering: true }, 400);
  }
  const { recoveryCode, password } = submission.value;
  if (password === "") {
    const reply = submission.reply({ fieldErrors: { password: ["Choose a new password."] } });
    return data({ reply, failure: null, recovering: true }, 400);
  }
  const outcome = await redeemRecoveryCode(context.session, recoveryCode, password);
  if (outcome === "done") {
    await flashToast(context.responseHeaders, {
      title: "Two-factor authentication is off",
      description: "All sessions have ended. Log in with your new password, then turn it on again.",
      variant: "success",
    });
    throw redirect("/login?redirectTo=/dashboard/security");
  }
  // A second press of the button finds that the first has succeeded.
  if (outcome === "not-owed") throw redirectWithin(pageAfter(request));
  if (typeof outcome === "object") {
    const { data: refusal } = refused(submission, "Password not changed", outcome);
    return data({ ...refusal, recovering: true }, statusOf(outcome));
  }
  const result: FormResult = {
    reply: submission.reply({
      hideFields: ["password"],
      fieldErrors: { recoveryCode: [refusals[outcome]] },
    }),
    failure: { title: "Sign in Failed", description: refusals[outcome], besideField: true },
  };
  return data({ ...result, recovering: true }, outcome === "unavailable" ? 503 : 400);
}

export default function SecondFactor() {
  const page = useLoaderData<typeof loader>();
  const { email, authenticators, keys, takesCodes, passwordHint } = page;
  const actionData = useActionData<typeof action>();
  const refusal = actionData && "reply" in actionData ? actionData : undefined;
  const recovering = refusal !== undefined && "recovering" in refusal;
  const failure =
    actionData && "keyRefusal" in actionData ? actionData.keyRefusal : refusal?.failure;
  return (
    <AccountCard
      title={titleOf(page)}
      lead={
        <>
          You are signing in as{" "}
          <strong className="font-semibold wrap-anywhere text-foreground">{email}</strong>.{" "}
          {takesCodes
            ? "Open your authenticator app and type the six digits that it shows."
            : "Have the key at hand, then press its button."}
        </>
      }
      failure={failure}
      footer={
        <Form method="post" action="/logout">
          Not you?{" "}
          <button type="submit" className={textLink}>
            Use another account
          </button>
        </Form>
      }
    >
      {takesCodes && (
        <CodeEntry authenticators={authenticators} refusal={recovering ? undefined : refusal} />
      )}
      {keys.length > 0 && (
        <div className={takesCodes ? "mt-6 border-t border-line pt-5" : undefined}>
          <SecurityKeyChoice
            keys={keys}
            request={actionData && "keyRequest" in actionData ? actionData.keyRequest : null}
          />
        </div>
      )}
      <RecoveryForm
        lost={takesCodes ? "authenticator" : "security key"}
        result={recovering ? refusal : undefined}
        email={email}
        passwordHint={passwordHint}
      />
    </AccountCard>
  );
}
