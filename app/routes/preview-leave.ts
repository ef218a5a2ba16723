import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { readForm } from "~/account/forms/read-form.server";
import { returnPath } from "~/account/sign-in/return-to";
import { closePreview } from "~/preview/preview-session.server";

/** Ends the preview and shows the same page as visitors see it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const path = (await readForm(request)).get("path");
  context.responseHeaders.append("Set-Cookie", await closePreview());
  return redirect(returnPath(typeof path === "string" ? path : null));
}
