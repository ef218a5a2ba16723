import { redirect, redirectDocument, type ActionFunctionArgs } from "@remix-run/node";
import { explain } from "@domain/auth-service/auth-error-messages";
import { closePreview } from "~/preview/preview-session.server";
import { flashToast } from "~/toasts/flash-toast.server";

/**
 * Signing out is a POST, so that no link or image of another page can trigger it. It ends with a
 * full page load, because the current document still holds the user's name, email address and data.
 */
export async function action({ context }: ActionFunctionArgs) {
  const { session, responseHeaders } = context;
  const error = await session.signOut();
  // Otherwise the preview bar would report on the login page that the preview is another session's.
  responseHeaders.append("Set-Cookie", await closePreview());
  if (error) {
    await flashToast(responseHeaders, {
      title: "Sign out Failed",
      description: `${explain(error).text} You are signed out in this browser; your session ends on the server when it expires.`,
      variant: "destructive",
    });
  }
  throw redirectDocument("/");
}

export function loader() {
  throw redirect("/");
}
