import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { inviteAccount } from "@domain/administration/account-help.server";
import { changeByForm } from "~/account/administration/change-response.server";
import { requireAdmin } from "~/account/session/guards.server";
import { useTypedBefore } from "~/account/session/signed-in-again";
import { personName } from "~/account/profile/person-name";
import { roleDescriptions } from "@domain/accounts/permissions";
import { storable } from "@domain/database/storable-text";
import { roles } from "@domain/accounts/viewer";
import { SectionHead } from "~/admin/section-head";
import { Select } from "~/admin/filter-select";
import { OutboxNote } from "~/account/sign-in/outbox-note";
import { outboxPage, outboxSentence } from "~/dev/outbox.server";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";
import { Field, FormError } from "~/ui/field";
import { Input } from "~/ui/input";

export { PageError as ErrorBoundary } from "~/admin/admin-error";
import { useNavigationInFlight } from "~/connection/use-lost-connection";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Invite user",
    description: "Invite someone by email.",
    path: "/admin/users/invite",
    index: false,
  });

const invitation = z.object({
  email: storable(255).pipe(z.email("Enter an email address, such as name@company.example.")),
  fullName: personName,
  role: z.enum(roles, "Choose a role."),
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context.session, request, "users.invite");
  return { outbox: outboxPage() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "users.invite");
  return changeByForm({ request, context }, invitation, async (invited) => ({
    to: `/admin/users/${await inviteAccount(administrator, invited)}`,
    title: "The invitation is on its way",
    description: `To ${invited.email}. ${outboxSentence()}`.trim(),
  }));
}

const roleOptions = roles
  .toReversed()
  .map((role) => ({ value: role, label: `${role}: ${roleDescriptions[role]}` }));

export default function AdminInvite() {
  const { outbox } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const before = useTypedBefore();
  const busy = useNavigationInFlight().formMethod === "POST";
  const value = (name: string) => actionData?.typed[name] ?? before[name];
  return (
    <section aria-labelledby="invite" className="mt-8 max-w-xl">
      <Link to="/admin/users" className="text-sm text-muted hover:text-foreground">
        ← All users
      </Link>
      <div className="mt-3">
        <SectionHead
          id="invite"
          title="Invite user"
          lead="They get an email with a link to choose a password, and have the role right away."
        />
      </div>
      <OutboxNote page={outbox} />
      <Form method="post" noValidate className="mt-6 grid gap-5">
        <FormError>{actionData?.message}</FormError>
        <Field label="Email" required error={actionData?.errors.email}>
          {(control) => (
            <Input
              {...control}
              type="email"
              name="email"
              autoComplete="off"
              autoCapitalize="none"
              defaultValue={value("email")}
            />
          )}
        </Field>
        <Field label="Name" optional error={actionData?.errors.fullName}>
          {(control) => (
            <Input
              {...control}
              name="fullName"
              autoComplete="off"
              maxLength={120}
              defaultValue={value("fullName")}
            />
          )}
        </Field>
        <Field label="Role" error={actionData?.errors.role}>
          {(control) => (
            <Select
              {...control}
              name="role"
              options={roleOptions}
              defaultValue={value("role") ?? "User"}
            />
          )}
        </Field>
        <Button type="submit" busy={busy} className="justify-self-start">
          {busy ? "Sending …" : "Send invitation"}
        </Button>
      </Form>
    </section>
  );
}
