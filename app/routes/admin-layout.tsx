import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/account/session/guards.server";
import { SignedInAgain } from "~/account/session/signed-in-again";
import { readFormValues } from "~/account/session/unfinished-form.server";
import { AdminNavigation } from "~/admin/admin-navigation";
import { AreaLayout } from "~/shell/area-layout";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireAdmin(context.session, request);
  return { typed: readFormValues(request, viewer.id) };
}

export default function AdminLayout() {
  const { typed } = useLoaderData<typeof loader>();
  return (
    <AreaLayout navigation={<AdminNavigation />}>
      <h1 className="sr-only">Administration</h1>
      <SignedInAgain typed={typed}>
        <Outlet />
      </SignedInAgain>
    </AreaLayout>
  );
}
