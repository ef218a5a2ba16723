import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { requireAdmin } from "~/account/session/guards.server";
import { SignedInAgain } from "~/account/session/signed-in-again";
import { AdminNavigation } from "~/admin/admin-navigation";
import { Container } from "~/ui/container";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context.session, request);
  return null;
}

export default function AdminLayout() {
  return (
    <Container className="py-10 sm:py-14">
      <h1 className="mb-4 text-3xl font-semibold tracking-tight sm:text-4xl">Administration</h1>
      <AdminNavigation />
      <SignedInAgain />
      <Outlet />
    </Container>
  );
}
