import { randomUUID } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  type MadeKey,
} from "@domain/api-keys/api-key.server";
import {
  newKeyFields,
  revokeFields,
  rotateFields,
  scopeIds,
} from "@domain/api-keys/api-key-fields";
import { settleOwnPlan } from "~/account/plans/own-plan.server";
import { requireFreshSignIn, requireUser } from "~/account/session/guards.server";
import { readForm, textFields } from "~/account/forms/read-form.server";
import type { Claims } from "@domain/accounts/claims";
import { DashboardPage } from "~/dashboard/dashboard-page";
import { firstCall, firstPermission } from "~/dashboard/first-call.server";
import { KeysPanel } from "~/dashboard/keys-panel";
import { MadeKeyPanel } from "~/dashboard/created-key-panel";
import { NewKeyPanel } from "~/dashboard/new-key-panel";
import { pageMeta } from "~/seo/meta";
import { flashToast } from "~/toasts/flash-toast.server";

export { DashboardError as ErrorBoundary } from "~/dashboard/dashboard-error";

const here = "/dashboard/keys";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "API keys",
    description: "The keys that call the API in your name.",
    path: here,
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { claims } = await requireUser(context.session, request);
  const [keys, { planStatus }] = await Promise.all([listApiKeys(claims), settleOwnPlan(claims)]);
  const needed = await firstPermission(planStatus.planId);
  return { keys, needed, now: new Date(), newId: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { claims } = await requireUser(context.session, request);
  const form = await readForm(request);
  switch (form.get("intent")) {
    case "create":
      return create(args, form);
    case "rotate":
      return rotate(args, form);
    case "revoke":
      return revoke(claims, form, context.responseHeaders);
    default:
      throw new Response("Unknown action. Reload the page and try again.", { status: 400 });
  }
}

const problems: Record<Exclude<MadeKey["outcome"], "made">, string> = {
  "made-before":
    "That key has already been created: it is in the list. If you have not seen its secret, rotate it.",
  "too-many": "You have ten active keys. Revoke one that you no longer need.",
  "too-many-today": "You have created fifty keys today. Try again tomorrow.",
  ended: "That key has ended or has been replaced already.",
};

/** A key outlives the session that created it, and a new password: a stolen session creates none. */
async function create({ request, context }: ActionFunctionArgs, form: FormData) {
  const { claims } = await requireFreshSignIn(context.session, request, typedKey(form));
  const submission = parseWithZod(form, { schema: newKeyFields });
  if (submission.status !== "success") {
    return data({ reply: submission.reply(), problem: null, made: null }, 400);
  }
  const { days, ...wanted } = submission.value;
  const made = await createApiKey(claims, { ...wanted, days: Number(days) });
  const done = made.outcome === "made";
  return data(
    {
      reply: submission.reply({ resetForm: done }),
      problem: done ? null : problems[made.outcome],
      made: await shown(claims, made),
    },
    done ? 201 : 409,
  );
}

async function rotate({ request, context }: ActionFunctionArgs, form: FormData) {
  const { claims } = await requireFreshSignIn(context.session, request);
  const submission = parseWithZod(form, { schema: rotateFields });
  if (submission.status !== "success") throw new Response("That is not a key.", { status: 400 });
  const { key, id, hours } = submission.value;
  const made = await rotateApiKey(claims, { key, id, hours: Number(hours) });
  const done = made.outcome === "made";
  return data(
    { reply: null, problem: done ? null : problems[made.outcome], made: await shown(claims, made) },
    done ? 201 : 409,
  );
}

async function revoke(claims: Claims, form: FormData, responseHeaders: Headers) {
  const submission = parseWithZod(form, { schema: revokeFields });
  if (submission.status !== "success") throw new Response("That is not a key.", { status: 400 });
  // One that is already revoked, in another tab or by a second press, is what the user wanted.
  await revokeApiKey(claims, submission.value.key);
  await flashToast(responseHeaders, {
    title: "Key revoked",
    description: "Every call with it is refused from now on.",
    variant: "success",
  });
  throw redirect(here);
}

/** What the form of a new key is filled in with after a fresh sign-in. */
function typedKey(form: FormData): Record<string, string> {
  const { name = "", days = "" } = textFields(form);
  const chosen = form.getAll("scopes");
  return {
    name: name.slice(0, 60),
    days: days.slice(0, 3),
    scopes: scopeIds.filter((id) => chosen.includes(id)).join(" "),
  };
}

/** The secret of a new key, and a call with it: on this one page, and never again. */
async function shown(claims: Claims, made: MadeKey) {
  if (made.outcome !== "made") return null;
  const { planStatus } = await settleOwnPlan(claims);
  const { secret, key } = made;
  return { name: key.name, secret, call: await firstCall(planStatus.planId, secret) };
}

export default function Keys() {
  const { keys, needed, now, newId } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <DashboardPage
      title="API keys"
      lead="A key calls the API in your name and spends your credits. Keep it out of browsers and code that others can read."
    >
      {actionData?.made && <MadeKeyPanel {...actionData.made} />}
      <KeysPanel keys={keys} now={now} newId={newId} />
      <NewKeyPanel id={newId} needed={needed} result={actionData} />
    </DashboardPage>
  );
}
