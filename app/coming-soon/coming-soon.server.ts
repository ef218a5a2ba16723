import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { comingSoon, type Notice } from "./coming-soon-notice";
import { flashToast } from "~/toasts/flash-toast.server";

/** Makes the action that handles a `ComingSoonForm` with this notice: the same page, saying so. */
export function noticeAction({ title, description }: Notice) {
  return async ({ request, context }: ActionFunctionArgs): Promise<never> => {
    await flashToast(context.responseHeaders, { title, description, variant: "default" });
    const { pathname, search } = new URL(request.url);
    throw redirect(pathname + search);
  };
}

/** Handles a `ComingSoonForm` that was sent without scripts: the same page, with the notice. */
export const comingSoonAction = noticeAction(comingSoon);
