import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/account/session/guards.server";
import { SignedInAgain } from "~/account/session/signed-in-again";
import { dashboardLinks } from "~/dashboard/dashboard-links";
import { DashboardNavigation } from "~/dashboard/dashboard-navigation";
import { Container } from "~/ui/container";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireUser(context.session, request);
  return { links: dashboardLinks(viewer.role) };
}

export default function DashboardLayout() {
  const { links } = useLoaderData<typeof loader>();
  return (
    <Container className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 pb-16 lg:grid-cols-[11rem_minmax(0,1fr)] lg:pt-10 lg:pb-24">
      <DashboardNavigation links={links} />
      <div className="min-w-0">
        <SignedInAgain />
        <Outlet />
      </div>
    </Container>
  );
}
