import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { comingSoon } from "./coming-soon-notice";
import { leaveToast } from "./flash-toast.server";

/** Answers a `ComingSoonForm` that was sent without scripts: the same page, with the notice. */
export async function comingSoonAction({ request, context }: ActionFunctionArgs): Promise<never> {
  const { title, description } = comingSoon;
  await leaveToast(context.outgoing, { title, description, variant: "default" });
  const { pathname, search } = new URL(request.url);
  throw redirect(pathname + search);
}
