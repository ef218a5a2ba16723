import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { requireAdmin } from "~/account/session/guards.server";
import { SignedInAgain } from "~/account/session/signed-in-again";
import { AdminNavigation } from "~/admin/admin-navigation";
import { AreaLayout } from "~/shell/area-layout";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context.session, request);
  return null;
}

export default function AdminLayout() {
  return (
    <AreaLayout navigation={<AdminNavigation />}>
      <h1 className="sr-only">Administration</h1>
      <SignedInAgain />
      <Outlet />
    </AreaLayout>
  );
}
