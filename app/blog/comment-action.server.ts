import { data, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { uuid } from "@domain/accounts/uuid";
import { commentFields } from "@domain/comments/comment";
import { postComment, type Posted } from "@domain/comments/post-comment.server";
import { viewerOf } from "~/account/session/viewer.server";
import { newTicket, readTicket } from "~/account/forms/form-ticket.server";
import { commentsChanged } from "./engagement-tags.server";
import { makeVisitor } from "./visitor-cookie.server";

/** The fields of the comment form. */
export interface TypedComment {
  name: string;
  email: string;
  comment: string;
}

/** What the form shows after it was sent. */
export interface CommentReply {
  /** What was typed, where it is not stored. */
  typed: TypedComment;
  /** The id of the comment that it replies to. */
  parent: string;
  errors: Partial<Record<keyof TypedComment, string[]>>;
  /** What became of it; an error is said in another voice. */
  message: string;
  stored: boolean;
  refused: boolean;
  /** For the form that is shown now. */
  ticket: string;
}

/** Issues a ticket to scripts when a visitor begins to write. */
export const ticketAction = (article: string) => ({ ticket: newTicket(article) });

const outcomes: Record<Posted, { status: number; message: string }> = {
  published: { status: 200, message: "Thank you. Your comment is on the page." },
  held: { status: 200, message: "Thank you. Your comment will be shown once it is approved." },
  "sent-before": { status: 409, message: "This comment has already been submitted." },
  "no-thread": {
    status: 409,
    message: "This thread takes no more replies. Write a new comment instead.",
  },
  "too-many": {
    status: 429,
    message: "Your network has sent too many comments. Try again in an hour.",
  },
  "queue-full": {
    status: 503,
    message: "Too many comments are waiting for approval. Try again tomorrow.",
  },
};

const refusals = {
  account: "Your account is closed. Restore it to comment.",
  closed: "Comments on this article are closed.",
  robot: "Leave the field “Website” empty: programs fill it in.",
  missing: "Check your comment, then submit it.",
  invalid: "This form has expired. Check your comment, then submit it again.",
  early: "That was fast. Wait three seconds, then submit it again.",
  fields: "The comment was not sent. Check the marked fields.",
  parent: "The comment that you reply to no longer exists.",
} as const;

/**
 * Takes a comment: stored, or refused with the reason and what was typed.
 *
 * @param trusts whether authors with an approved comment need no approval again
 */
export async function commentAction(
  { _id: article, commentsClosed }: { _id: string; commentsClosed: boolean },
  fields: Record<string, string>,
  trusts: boolean,
  { request, context }: ActionFunctionArgs,
) {
  const { name = "", email = "", comment = "", parent = "", ticket: sent = "" } = fields;
  const answer = (message: string, status: number, more: Partial<CommentReply> = {}) => {
    const reply: CommentReply = {
      ...{ typed: { name, email, comment }, parent, errors: {}, message },
      ...{ stored: false, refused: status >= 400, ticket: sent || newTicket(article), ...more },
    };
    return data(reply, status);
  };
  if (commentsClosed) return answer(refusals.closed, 403);
  if (fields.website) return answer(refusals.robot, 400);
  const parsed = commentFields.safeParse({ name, email, comment });
  if (!parsed.success) {
    return answer(refusals.fields, 400, { errors: z.flattenError(parsed.error).fieldErrors });
  }
  if (parent && !uuid.safeParse(parent).success) return answer(refusals.parent, 400);
  const ticket = readTicket(article, sent);
  if ("problem" in ticket) {
    const { problem } = ticket;
    const next = problem === "early" ? sent : newTicket(article);
    return answer(refusals[problem], problem === "missing" ? 200 : 400, { ticket: next });
  }
  const viewer = await viewerOf(context.session);
  if (viewer?.closesAt) return answer(refusals.account, 403);
  const author = viewer
    ? { userId: viewer.id }
    : { visitor: await makeVisitor(request, context.responseHeaders) };
  const posted = await postComment({
    ...{ article, parent: parent || null, form: ticket.form, author, trusts },
    ...{ fields: parsed.data, clientIp: context.session.clientIp },
  });
  const { message, status } = outcomes[posted];
  if (posted === "published") commentsChanged([article]);
  if (posted === "sent-before") return answer(message, status, { ticket: newTicket(article) });
  if (posted !== "published" && posted !== "held") return answer(message, status);
  return answer(message, status, {
    ...{ typed: { name, email, comment: "" }, parent: "", stored: true },
    ticket: newTicket(article),
  });
}
