import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "~/account/session/guards.server";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

/** The administration opens with its users. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context.session, request);
  throw redirect("/admin/users");
}

/** Never shown. Without it Remix takes the route for one that answers no pages, and strangers get a 404 without one. */
export default function Admin() {
  return null;
}
