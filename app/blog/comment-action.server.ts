import type { ActionFunctionArgs } from "@remix-run/node";
import { readForm, textFields } from "~/account/forms/read-form.server";
import { comingSoonAction } from "~/shell/coming-soon/coming-soon.server";

/** The fields of the comment form. */
export interface TypedComment {
  name: string;
  email: string;
  comment: string;
}

/**
 * Responds to an article's forms when they were sent without scripts. A comment is returned with
 * its text, which a redirect to the notice would lose.
 */
export async function articleAction(args: ActionFunctionArgs): Promise<{ typed: TypedComment }> {
  const form = await readForm(args.request);
  if (!form.has("comment")) return comingSoonAction(args);
  const { name = "", email = "", comment = "" } = textFields(form);
  return { typed: { name, email, comment } };
}
