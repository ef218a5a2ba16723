import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/account/session/guards.server";
import { SignedInAgain } from "~/account/session/signed-in-again";
import { readFormValues } from "~/account/session/unfinished-form.server";
import { dashboardLinks } from "~/dashboard/dashboard-links";
import { AreaLayout } from "~/shell/area-layout";
import { AreaNavigation } from "~/shell/area-navigation";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireUser(context.session, request);
  return { links: dashboardLinks(viewer.role), typed: readFormValues(request, viewer.id) };
}

export default function DashboardLayout() {
  const { links, typed } = useLoaderData<typeof loader>();
  return (
    <AreaLayout navigation={<AreaNavigation label="Dashboard" links={links} />}>
      <SignedInAgain typed={typed}>
        <Outlet />
      </SignedInAgain>
    </AreaLayout>
  );
}
