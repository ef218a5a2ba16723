import { parseWithZod } from "@conform-to/zod/v4";
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { closeAccount, reopenAccount } from "@domain/own-data/closed-accounts.server";
import { graceDays } from "@domain/own-data/grace-period";
import { closingFields } from "~/account/sign-in/credentials";
import type { FormResult } from "~/account/forms/form-failure";
import { requireFreshSignIn, requireUser } from "~/account/session/guards.server";
import { readForm } from "~/account/forms/read-form.server";
import { ClosedPanel, ClosingPanel } from "~/dashboard/delete-account-panel";
import { DashboardPage } from "~/dashboard/dashboard-page";
import { DownloadPanel } from "~/dashboard/download-panel";
import type { Viewer } from "@domain/accounts/viewer";
import { pageMeta } from "~/seo/meta";
import { flashToast } from "~/toasts/flash-toast.server";
import { formatDate } from "~/ui/format/format-date";

export { DashboardError as ErrorBoundary } from "~/dashboard/dashboard-error";

const here = "/dashboard/data";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Your data",
    description: "What we store about you: download it or delete it.",
    path: here,
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireUser(context.session, request);
  return { email: viewer.email, closesAt: viewer.closesAt };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { viewer } = await requireUser(context.session, request);
  const form = await readForm(request);
  switch (form.get("intent")) {
    case "close":
      return close(args, form);
    case "keep":
      return keep(args, viewer);
    default:
      throw new Response("Unknown action. Reload the page and try again.", { status: 400 });
  }
}

async function close({ request, context }: ActionFunctionArgs, form: FormData) {
  // What is typed to confirm must be typed again: it proves nothing once the page fills it in.
  const { viewer } = await requireFreshSignIn(context.session, request);
  const submission = parseWithZod(form, { schema: closingFields(viewer.email) });
  if (submission.status !== "success") {
    const result: FormResult = { reply: submission.reply(), failure: null };
    return data(result, 400);
  }
  const closesAt = await closeAccount(viewer.id);
  if (!closesAt) {
    const failure = {
      title: "Account not closed",
      description:
        "You are the last administrator. Make someone else an administrator first: otherwise nobody could run this site.",
      besideField: false,
    };
    return data({ reply: submission.reply(), failure }, 400);
  }
  // The session has ended already: this removes its cookies.
  await context.session.signOut();
  await flashToast(context.responseHeaders, {
    title: "Your account is closed",
    description: `It will be deleted on ${formatDate(closesAt)}. Until then, log in to undo this.`,
    variant: "success",
  });
  throw redirect("/");
}

async function keep({ context }: ActionFunctionArgs, viewer: Viewer) {
  const isOpen = await reopenAccount(viewer.id);
  await flashToast(
    context.responseHeaders,
    isOpen
      ? {
          title: "Welcome back",
          description: "Your account stays, and everything in it.",
          variant: "success",
        }
      : {
          title: "Your account is being deleted",
          description: "The time in which you could restore it has passed.",
          variant: "destructive",
        },
  );
  throw redirect("/dashboard");
}

export default function Data() {
  const { email, closesAt } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <DashboardPage title="Your data" lead="What we store about you: download it or delete it.">
      {closesAt && <ClosedPanel closesAt={closesAt} />}
      <DownloadPanel />
      {!closesAt && <ClosingPanel email={email} days={graceDays} result={actionData} />}
    </DashboardPage>
  );
}
