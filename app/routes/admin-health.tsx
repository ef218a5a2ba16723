import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/account/session/guards.server";
import { examineServices } from "~/admin/examine-services.server";
import { Findings, summaryOf } from "~/admin/findings";
import { SectionHead } from "~/admin/section-head";
import { pageMeta } from "~/seo/meta";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Health",
    description: "What needs attention on this site.",
    path: "/admin/health",
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context.session, request);
  const [services, subjects] = await Promise.all([examineServices(), context.examineSite()]);
  return { subjects: [services, ...subjects] };
}

export default function AdminHealth() {
  const { subjects } = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="health">
      <SectionHead id="health" title="Health" lead={summaryOf(subjects)} />
      <Findings subjects={subjects} />
    </section>
  );
}
