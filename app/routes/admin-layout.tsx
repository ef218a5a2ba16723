import type { LoaderFunctionArgs } from "@remix-run/node";
import { NavLink, Outlet } from "@remix-run/react";
import { requireAdmin } from "~/account/guards.server";
import { Container } from "~/ui/container";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context.session, request);
  return null;
}

export default function AdminLayout() {
  return (
    <Container className="py-16">
      <div className="flex flex-wrap items-end justify-between gap-4 border-b border-line pb-6">
        <h1 className="text-4xl font-semibold tracking-tight">Administration</h1>
        <nav aria-label="Administration" className="flex gap-6">
          <NavLink to="/admin/users" className="py-1 text-paper-2 aria-[current=page]:text-cyan">
            Users
          </NavLink>
          <a href="/studio" className="py-1 text-paper-2 hover:text-paper">
            Studio
          </a>
        </nav>
      </div>
      <Outlet />
    </Container>
  );
}
