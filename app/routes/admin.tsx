import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "~/account/guards.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context.session, request);
  throw redirect("/admin/users");
}
