import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "~/account/guards.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context.session, request);
  throw redirect("/admin/users");
}

/** Nobody sees this; but a route without a component would answer its 404 without the page. */
export default function Admin() {
  return null;
}
