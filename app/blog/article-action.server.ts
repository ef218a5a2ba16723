import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { readForm, textFields } from "~/account/forms/read-form.server";
import { postQuery } from "~/content/queries/post";
import { readPublished } from "~/content/reading/read.server";
import { comingSoonAction } from "~/coming-soon/coming-soon.server";
import { commentAction, ticketAction, type TypedComment } from "./comment-action.server";
import { readSwitches } from "./engagement.server";
import { likeAction, likeIntents } from "./like-action.server";

const like = z.enum(likeIntents);

/**
 * Responds to an article's forms: likes and comments where the site settings have them, else the
 * notice. A comment that is not taken is returned with its text, which a redirect to the notice
 * would lose.
 */
export async function articleAction(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const fields = textFields(form);
  const on = await readSwitches();
  const intent = like.safeParse(fields.intent);
  if (intent.success && on.likes) return likeAction((await articleOf(args))._id, intent.data, args);
  if (on.comments && fields.intent === "ticket") return ticketAction((await articleOf(args))._id);
  if (!form.has("comment")) return comingSoonAction(args);
  if (on.comments) return commentAction(await articleOf(args), fields, on.trusts, args);
  const { name = "", email = "", comment = "" } = fields;
  const typed: TypedComment = { name, email, comment };
  return { typed };
}

/** The article of the page, as visitors see it. */
async function articleOf({ params }: ActionFunctionArgs) {
  const post = await readPublished(postQuery, { slug: params.slug ?? "" });
  if (!post) throw new Response(null, { status: 404 });
  return post;
}
