import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { can } from "@domain/accounts/permissions";
import { countOpenMessages } from "@domain/messages/message-list.server";
import { pathOfRequest } from "~/account/sign-in/return-to";
import { requireAdmin } from "~/account/session/guards.server";
import { SignedInAgain } from "~/account/session/signed-in-again";
import { readFormValues } from "~/account/session/unfinished-form.server";
import { AdminNavigation } from "~/admin/admin-navigation";
import { AreaLayout } from "~/shell/area-layout";

export async function loader({ request, context }: LoaderFunctionArgs) {
  // Editors come here for the comments alone. Elsewhere they get the 404 page of everyone, without
  // the frame of the administration; each page checks its own permission besides.
  const isOfModerators = pathOfRequest(request).startsWith("/admin/comments");
  const permission = isOfModerators ? "comments.moderate" : "administration.open";
  const administrator = await requireAdmin(context.session, request, permission);
  const { viewer } = administrator;
  return {
    typed: readFormValues(request, viewer.id),
    role: viewer.role,
    openMessages: can(viewer, "messages.read") ? await countOpenMessages(administrator) : null,
  };
}

export default function AdminLayout() {
  const { typed, role, openMessages } = useLoaderData<typeof loader>();
  return (
    <AreaLayout navigation={<AdminNavigation role={role} openMessages={openMessages} />}>
      <h1 className="sr-only">Administration</h1>
      <SignedInAgain typed={typed}>
        <Outlet />
      </SignedInAgain>
    </AreaLayout>
  );
}
