import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useParams } from "@remix-run/react";
import { z } from "zod";
import { readLedgerPage } from "@domain/administration/ledger.server";
import { readFilter } from "~/account/forms/read-filter.server";
import { withOperationNames } from "~/account/plans/operation-names.server";
import { requireAdmin } from "~/account/session/guards.server";
import { Pager } from "~/ui/pager";
import { SectionHead } from "~/admin/section-head";
import { LedgerTable } from "~/admin/user-tables";
import { pageMeta } from "~/seo/meta";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

export const meta: MetaFunction<typeof loader> = ({ matches, params }) =>
  pageMeta({
    matches,
    title: "Ledger",
    description: "Every change to an account's credits.",
    path: `/admin/users/${params.id}/ledger`,
    index: false,
  });

const place = z.object({ after: z.string().max(500).optional() });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "users.read");
  const { after } = readFilter(request, place);
  const page = await readLedgerPage(administrator, params.id ?? "", 50, after);
  if (!page) throw new Response(null, { status: 404 });
  return { ...page, entries: await withOperationNames(page.entries) };
}

export default function AdminUserLedger() {
  const { user, entries, next } = useLoaderData<typeof loader>();
  const { id } = useParams();
  return (
    <section aria-labelledby="ledger">
      <Link to={`/admin/users/${id}`} className="text-sm text-muted hover:text-foreground">
        ← {user.fullName ?? user.email}
      </Link>
      <div className="mt-3">
        <SectionHead
          id="ledger"
          title="Ledger"
          lead={`Every change to the credits of ${user.email}, newest first.`}
        />
      </div>
      <LedgerTable className="mt-6" entries={entries} />
      <Pager next={next} />
    </section>
  );
}
