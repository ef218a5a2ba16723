import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "~/account/session/guards.server";

export { PageError as ErrorBoundary } from "~/admin/admin-error";

/** The administration starts with its users. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context.session, request);
  throw redirect("/admin/users");
}

/**
 * Never shown. Without it Remix treats the route as one without pages, and visitors get a 404
 * without a page.
 */
export default function Admin() {
  return null;
}
