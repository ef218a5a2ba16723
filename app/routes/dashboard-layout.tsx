import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/account/session/guards.server";
import { SignedInAgain } from "~/account/session/signed-in-again";
import { dashboardLinks } from "~/dashboard/dashboard-links";
import { AreaLayout } from "~/shell/area-layout";
import { AreaNavigation } from "~/shell/area-navigation";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireUser(context.session, request);
  return { links: dashboardLinks(viewer.role) };
}

export default function DashboardLayout() {
  const { links } = useLoaderData<typeof loader>();
  return (
    <AreaLayout navigation={<AreaNavigation label="Dashboard" links={links} />}>
      <SignedInAgain />
      <Outlet />
    </AreaLayout>
  );
}
