import { parseWithZod } from "@conform-to/zod/v4";
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { uuid } from "@domain/accounts/uuid";
import { failureOf, malformed, refused } from "~/account/forms/form-response.server";
import {
  removeSecondFactor,
  secondFactorsIfKnown,
} from "~/account/two-factor/second-factors.server";
import { checkPassword } from "~/account/sign-in/check-password.server";
import { passwordChangeFields } from "~/account/sign-in/credentials";
import { passwordHint } from "~/account/sign-in/password-hint.server";
import { deviceName, isHandheld } from "@domain/accounts/user-agent";
import { requireFreshSignIn, requireUser } from "~/account/session/guards.server";
import type { SignedInUser } from "@domain/accounts/administrator";
import {
  endOwnSession,
  ownSessions,
  ownSignIns,
  signInInWords,
  withRequestsInOneLine,
} from "~/account/session/own-sessions.server";
import { readForm } from "~/account/forms/read-form.server";
import { recoveryState } from "~/account/two-factor/recovery-codes.server";
import { statusOf } from "@domain/auth-service/auth-error-messages";
import type { Claims } from "@domain/accounts/claims";
import { DashboardPage } from "~/dashboard/dashboard-page";
import { PasswordPanel } from "~/dashboard/password-panel";
import { SessionsPanel, type SessionRow } from "~/dashboard/sessions-panel";
import { SignInsPanel, type SignInRow } from "~/dashboard/sign-ins-panel";
import { TwoFactorPanel } from "~/dashboard/two-factor-panel";
import { environment } from "@domain/environment.server";
import { pageMeta } from "~/seo/meta";
import { flashToast } from "~/toasts/flash-toast.server";

export { DashboardError as ErrorBoundary } from "~/dashboard/dashboard-error";

const here = "/dashboard/security";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Security",
    description: "How you sign in, and where you are signed in.",
    path: here,
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { claims, viewer } = await requireUser(context.session, request);
  const [factors, recovery, sessions, signIns] = await Promise.all([
    secondFactorsIfKnown(context.session, here),
    recoveryState(claims),
    orNull(sessionRows(claims)),
    orNull(signInRows(claims)),
  ]);
  return {
    email: viewer.email,
    passwordHint,
    factors,
    keysOffered: environment.MFA_WEB_AUTHN_ENROLL_ENABLED,
    recovery,
    sessions,
    signIns,
  };
}

async function sessionRows(claims: Claims): Promise<SessionRow[]> {
  const sessions = await ownSessions(claims);
  return sessions.map(({ userAgent, ...rest }) => ({
    ...rest,
    device: deviceName(userAgent),
    handheld: isHandheld(userAgent),
  }));
}

/** How many sign-ins are shown. */
const maxSignIns = 25;

async function signInRows(claims: Claims): Promise<SignInRow[]> {
  return withRequestsInOneLine(await ownSignIns(claims, maxSignIns), maxSignIns).map(
    ({ happenedAt, ipAddress, ...rest }) => ({
      happenedAt,
      ipAddress,
      description: signInInWords(rest),
    }),
  );
}

/** A list that cannot be read does not affect the rest of the page. */
async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    console.error("A list of the security page cannot be read.", error);
    return null;
  }
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const signed = await requireUser(context.session, request);
  const form = await readForm(request);
  switch (form.get("intent")) {
    case "change-password":
      return changePassword(args, signed, form);
    case "remove-second-factor":
      return remove(args, form);
    case "end-session":
      return endSession(args, form);
    case "end-other-sessions":
      return endOtherSessions(args);
    default:
      throw new Response("Unknown action. Reload the page and try again.", { status: 400 });
  }
}

async function changePassword(
  { context }: ActionFunctionArgs,
  { viewer }: SignedInUser,
  form: FormData,
) {
  const submission = parseWithZod(form, { schema: passwordChangeFields });
  if (submission.status !== "success") return malformed(submission);
  const { currentPassword, password } = submission.value;
  const error =
    (await checkPassword(context.session, viewer.email, currentPassword)) ??
    (await context.session.auth.updateUser({ password })).error;
  if (error) return refused(submission, "Password not changed", error);
  return { reply: submission.reply({ resetForm: true }), failure: null, saved: true };
}

async function remove({ request, context }: ActionFunctionArgs, form: FormData) {
  await requireFreshSignIn(context.session, request);
  const factorId = idIn(form, "factorId");
  const error = await removeSecondFactor(context.session, factorId);
  if (error) {
    const notRemoved = failureOf("Not removed", error);
    return data({ notRemoved }, statusOf(error));
  }
  await flashToast(context.responseHeaders, {
    title: "Removed",
    description: "Signing in no longer accepts it, and your other sessions have ended.",
    variant: "success",
  });
  throw redirect(here);
}

async function endSession({ request, context }: ActionFunctionArgs, form: FormData) {
  const { claims } = await requireFreshSignIn(context.session, request);
  // One that is already gone, in another tab or by a second press, is what the user wanted.
  await endOwnSession(claims, idIn(form, "id"));
  await flashToast(context.responseHeaders, {
    title: "Session ended",
    description: "That browser has to sign in again.",
    variant: "success",
  });
  throw redirect(here);
}

async function endOtherSessions({ request, context }: ActionFunctionArgs) {
  await requireFreshSignIn(context.session, request);
  const { error } = await context.session.auth.signOut({ scope: "others" });
  if (error) return data({ notEnded: failureOf("Not ended", error) }, statusOf(error));
  await flashToast(context.responseHeaders, {
    title: "Other sessions ended",
    description: "This is now your only session.",
    variant: "success",
  });
  throw redirect(here);
}

/** The id that a button's form carries. Throws a 400 Response when it is none. */
function idIn(form: FormData, name: string): string {
  const id = uuid.safeParse(form.get(name));
  if (!id.success) throw new Response("That is not an id.", { status: 400 });
  return id.data;
}

export default function Security() {
  const { email, passwordHint, factors, keysOffered, recovery, sessions, signIns } =
    useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <DashboardPage title="Security" lead="How you sign in, and where you are signed in.">
      <PasswordPanel
        email={email}
        passwordHint={passwordHint}
        result={actionData && "reply" in actionData ? actionData : undefined}
      />
      <TwoFactorPanel
        factors={factors}
        keysOffered={keysOffered}
        recovery={recovery}
        failure={actionData && "notRemoved" in actionData ? actionData.notRemoved : null}
      />
      <SessionsPanel
        sessions={sessions}
        failure={actionData && "notEnded" in actionData ? actionData.notEnded : null}
      />
      <SignInsPanel signIns={signIns} />
    </DashboardPage>
  );
}
