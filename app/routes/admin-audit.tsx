import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { auditActions } from "@domain/audit/audit";
import { auditFilter, readAudit } from "@domain/audit/audit-list.server";
import { readFilter } from "~/account/forms/read-filter.server";
import { requireAdmin } from "~/account/session/guards.server";
import { AuditList } from "~/admin/audit-list";
import { auditRows } from "~/admin/audit-rows.server";
import { FilterForm, type SetFilter } from "~/admin/filter-form";
import { Pager } from "~/ui/pager";
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
    title: "Audit log",
    description: "Every administrative change, and who made it.",
    path: "/admin/audit",
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { claims } = await requireAdmin(context.session, request, "audit.read");
  const filter = readFilter(request, auditFilter);
  const { entries, next } = await readAudit(claims, filter, 50);
  return { filter, entries: await auditRows(entries), next };
}

const actions = [
  { value: "", label: "Everything" },
  ...Object.entries(auditActions).map(([value, label]) => ({ value, label })),
];

const formats = [
  { format: "csv", label: "Export CSV" },
  { format: "jsonl", label: "Export JSON lines" },
];

export default function AdminAudit() {
  const { filter, entries, next } = useLoaderData<typeof loader>();
  const { actor, subject, action, from, to } = filter;
  const all: SetFilter[] = [
    { name: "actor", label: "Actor", value: actor ?? "" },
    { name: "subject", label: "Target", value: subject ?? "" },
    {
      name: "action",
      label: "Action",
      value: action && auditActions[action],
    },
    { name: "from", label: "From", value: from ?? "" },
    { name: "to", label: "To", value: to ?? "" },
  ];
  const chips = all.filter(({ value }) => value !== "");
  const set = Object.fromEntries(
    Object.entries({ actor, subject, action, from, to }).filter(([, value]) => value),
  );
  return (
    <section aria-labelledby="audit">
      <SectionHead
        id="audit"
        title="Audit log"
        lead="Every administrative change, with its actor, target and IP address. Entries cannot be edited or removed."
      >
        {formats.map(({ format, label }) => (
          <Button key={format} asChild size="sm" variant="outline">
            {/* A download: the router would take it for a page. */}
            <a href={`/admin/audit/export?${new URLSearchParams({ ...set, format })}`}>{label}</a>
          </Button>
        ))}
      </SectionHead>
      <FilterForm
        path="/admin/audit"
        filter={filter}
        chips={chips}
        className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto_auto]"
      >
        <Field label="Actor">
          {(control) => (
            <Input
              {...control}
              name="actor"
              defaultValue={filter.actor}
              placeholder="Email or ID"
            />
          )}
        </Field>
        <Field label="Target">
          {(control) => (
            <Input
              {...control}
              name="subject"
              defaultValue={filter.subject}
              placeholder="Email or ID"
            />
          )}
        </Field>
        <Field label="Action">
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
      </FilterForm>
      <AuditList
        className="mt-6"
        entries={entries}
        empty={chips.length > 0 ? "No matching entries." : "No activity yet."}
      />
      <Pager next={next} />
    </section>
  );
}
