import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { auditActions } from "@domain/audit/audit";
import { auditFilter, readAudit } from "@domain/audit/audit-list.server";
import { readFilter } from "~/account/forms/read-filter.server";
import { requireAdmin } from "~/account/session/guards.server";
import { AuditList } from "~/admin/audit-list";
import { Pager } from "~/admin/pager";
import { SectionHead } from "~/admin/section-head";
import { Select } from "~/admin/filter-select";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Audit trail",
    description: "Who did what.",
    path: "/admin/audit",
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { claims } = await requireAdmin(context.session, request, "audit.read");
  const filter = readFilter(request, auditFilter);
  return { filter, ...(await readAudit(claims, filter, 50)) };
}

const actions = [
  { value: "", label: "Everything" },
  ...Object.entries(auditActions).map(([value, label]) => ({ value, label })),
];

export default function AdminAudit() {
  const { filter, entries, next } = useLoaderData<typeof loader>();
  const filtered = Boolean(
    filter.actor || filter.subject || filter.action || filter.from || filter.to,
  );
  return (
    <section aria-labelledby="audit" className="mt-8">
      <SectionHead
        id="audit"
        title="Audit trail"
        lead="Who did what to whom, when and from where. Entries are never changed or removed."
      />
      <Form
        key={JSON.stringify(filter)}
        className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto_auto]"
      >
        <Field label="Who did it">
          {(control) => (
            <Input
              {...control}
              name="actor"
              defaultValue={filter.actor}
              placeholder="Email or ID"
            />
          )}
        </Field>
        <Field label="To whom">
          {(control) => (
            <Input
              {...control}
              name="subject"
              defaultValue={filter.subject}
              placeholder="Email or ID"
            />
          )}
        </Field>
        <Field label="What">
          {(control) => (
            <Select {...control} name="action" defaultValue={filter.action} options={actions} />
          )}
        </Field>
        <Field label="From">
          {(control) => <Input {...control} type="date" name="from" defaultValue={filter.from} />}
        </Field>
        <Field label="To">
          {(control) => <Input {...control} type="date" name="to" defaultValue={filter.to} />}
        </Field>
        <div className="flex gap-3 sm:col-span-full">
          <Button type="submit" size="sm">
            Show
          </Button>
          {filtered && (
            <Button asChild size="sm" variant="ghost">
              <Link to="/admin/audit">Show everything</Link>
            </Button>
          )}
        </div>
      </Form>
      <AuditList
        className="mt-6"
        entries={entries}
        empty={filtered ? "No entries of that kind." : "Nobody has changed anything yet."}
      />
      <Pager next={next} />
    </section>
  );
}
