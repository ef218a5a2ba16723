import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { uuid } from "@domain/accounts/uuid";
import { bulkChange, bulkIntent, isOnlyChosen, selection } from "@domain/administration/bulk";
import { changeInBulk, previewBulk, readSelection } from "@domain/administration/bulk.server";
import { requireAdmin, requireFreshSignIn } from "~/account/session/guards.server";
import { planName } from "@domain/plans/plan.server";
import { readPlans } from "~/account/plans/own-plan.server";
import { readForm, textFields } from "~/account/forms/read-form.server";
import { can, type Permission } from "@domain/accounts/permissions";
import type { BulkChange } from "@domain/administration/bulk";
import { BulkChoice } from "~/admin/bulk-choice";
import { BulkPreview } from "~/admin/bulk-preview";
import { SectionHead } from "~/admin/section-head";
import { UserTable } from "~/admin/user-table";
import { pageMeta } from "~/seo/meta";
import { FormError } from "~/ui/field";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Change several users",
    description: "Change several accounts at once.",
    path: "/admin/users/bulk",
    index: false,
  });

const intentPermissions: Record<BulkChange["intent"], Permission> = {
  role: "users.role",
  plan: "users.plan",
  ban: "users.ban",
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "users.read");
  const search = new URL(request.url).searchParams;
  const chosen = selection.safeParse([...new Set(search.getAll("id"))]);
  const plans = await readPlans();
  const planOptions = plans.flatMap(({ id, name }) =>
    id ? [{ value: id, label: name ?? id }] : [],
  );
  const parsed = bulkChange.safeParse(Object.fromEntries(search));
  const intent = bulkIntent.parse(search.get("intent"));
  const problem = !chosen.success
    ? (chosen.error.issues[0]?.message ?? null)
    : !parsed.success && search.has("intent") && !isOnlyChosen(intent, search)
      ? (parsed.error.issues[0]?.message ?? null)
      : null;
  const selected = chosen.success ? await readSelection(administrator, chosen.data) : [];
  const users = selected.map((user) => ({
    ...user,
    plan: user.plan && planName(plans, user.plan),
  }));
  const preview =
    chosen.success && parsed.success
      ? {
          change: parsed.data,
          accounts: await previewBulk(administrator, chosen.data, parsed.data, plans),
        }
      : null;
  return data({ users, planOptions, intent, problem, preview }, problem ? 400 : 200);
}

/**
 * A ticked account as the form sends it: its id and the version that was shown, so that a stale one
 * is detected.
 */
const ticked = z
  .array(
    z
      .string()
      .transform((text) => ({ id: text.split(":", 1)[0], version: Number(text.split(":")[1]) }))
      .pipe(z.object({ id: uuid, version: z.int().positive() })),
  )
  .min(1, "Choose at least one account.")
  .max(100, "Choose at most 100 accounts.");

export async function action({ request, context }: ActionFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "users.read");
  const form = await readForm(request);
  const change = bulkChange.safeParse(textFields(form));
  const targets = ticked.safeParse(form.getAll("account"));
  if (!change.success) return data({ problem: "That form is incomplete.", outcomes: null }, 400);
  if (!targets.success) {
    const problem = targets.error.issues[0]?.message ?? null;
    return data({ problem, outcomes: null }, 400);
  }
  if (!can(administrator.viewer, intentPermissions[change.data.intent])) {
    throw new Response(null, { status: 404 });
  }
  // The selection and the change are in the page's own URL, to which the sign-in returns.
  await requireFreshSignIn(context.session, request);
  return {
    problem: null,
    outcomes: await changeInBulk(administrator, targets.data, change.data, readPlans),
  };
}

export default function AdminBulk() {
  const { users, planOptions, intent, problem, preview } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <section aria-labelledby="bulk">
      <Link to="/admin/users" className="text-sm text-muted hover:text-foreground">
        ← All users
      </Link>
      <div className="mt-3">
        <SectionHead
          id="bulk"
          title="Change several users"
          lead={
            preview
              ? "Review what will happen. Nothing has been changed yet."
              : "Choose the change, then preview it before anything happens."
          }
        />
      </div>
      <div className="mt-5 empty:hidden">
        <FormError>{actionData?.problem ?? problem}</FormError>
      </div>
      {preview ? (
        <BulkPreview
          change={preview.change}
          accounts={preview.accounts}
          outcomes={actionData?.outcomes ?? null}
        />
      ) : (
        users.length > 0 && (
          <>
            <BulkChoice ids={users.map(({ id }) => id)} plans={planOptions} intent={intent} />
            <h3 className="mt-10 mb-4 text-lg font-semibold">Selected</h3>
            <UserTable users={users} empty="These accounts no longer exist." />
          </>
        )
      )}
    </section>
  );
}
