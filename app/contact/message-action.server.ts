import { data, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { mailMessage } from "@domain/messages/mail-message.server";
import { messageFields } from "@domain/messages/message";
import { storeMessage, type Stored } from "@domain/messages/store-message.server";
import { newTicket, readTicket } from "~/account/forms/form-ticket.server";
import { viewerOf } from "~/account/session/viewer.server";
import type { Inquiry, ValidationErrors } from "./inquiry";
import { readInquiry } from "./read-inquiry.server";

/** The place for which tickets of this form are signed. */
const place = "/contact";

/** What the form shows after it was sent. */
export interface MessageReply {
  /** What was typed, where it is not stored. */
  typed: Inquiry;
  errors: ValidationErrors;
  message: string;
  stored: boolean;
  refused: boolean;
  /** For the form that is shown now. */
  ticket: string;
}

/** A ticket, for scripts, when somebody begins to write. */
export const messageTicketAction = () => ({ ticket: newTicket(place) });

const outcomes: Record<Exclude<Stored, "stored">, { status: number; message: string }> = {
  "sent-before": { status: 409, message: "This message has already been sent." },
  "too-many": {
    status: 429,
    message: "Your network has sent too many messages. Try again in an hour, or write an email.",
  },
  "inbox-full": {
    status: 503,
    message: "Too many messages are waiting for us. Try again tomorrow, or write an email.",
  },
};

const refusals = {
  robot: "Leave the field “Website” empty: programs fill it in.",
  missing: "Check your message, then send it.",
  invalid: "This form has expired. Check your message, then send it again.",
  early: "That was fast. Wait three seconds, then send it again.",
} as const;

const none: Inquiry = { name: "", email: "", company: "", subject: "", message: "" };

/**
 * Takes a message: stored, or refused with the reason and what was typed.
 *
 * @param to the address that it is also mailed to; null while the site settings have none
 */
export async function messageAction(
  form: FormData,
  to: string | null,
  { context }: ActionFunctionArgs,
) {
  const given = form.get("ticket");
  const sent = typeof given === "string" ? given : "";
  const { inquiry, validationErrors, sent: asTyped } = readInquiry(form);
  const typed = inquiry ?? asTyped;
  const answer = (message: string, status: number, more: Partial<MessageReply> = {}) => {
    const reply: MessageReply = {
      ...{ typed, errors: {}, message, stored: false, refused: status >= 400 },
      ...{ ticket: sent || newTicket(place), ...more },
    };
    return data(reply, status);
  };
  if (form.get("website")) return answer(refusals.robot, 400);
  const parsed = inquiry ? messageFields.safeParse(inquiry) : null;
  const errors = validationErrors ?? errorsOf(parsed?.error);
  if (!parsed?.success) {
    const wrong = Object.values(errors).filter(Boolean).length;
    const words =
      wrong === 1 ? "1 field needs another look." : `${wrong} fields need another look.`;
    return answer(words, 400, { errors });
  }
  const ticket = readTicket(place, sent);
  if ("problem" in ticket) {
    const { problem } = ticket;
    const next = problem === "early" ? sent : newTicket(place);
    return answer(refusals[problem], problem === "missing" ? 200 : 400, { ticket: next });
  }
  const viewer = await viewerOf(context.session);
  const stored = await storeMessage({
    ...{ form: ticket.form, userId: viewer?.id ?? null, fields: parsed.data },
    clientIp: context.session.clientIp,
  });
  if (stored !== "stored") {
    const { status, message } = outcomes[stored];
    return answer(message, status, stored === "sent-before" ? { ticket: newTicket(place) } : {});
  }
  // In the background: the message has arrived, whether or not the mail service responds.
  if (to) void mailMessage(to, parsed.data);
  const thanks = `Thank you, your message has arrived. We will reply to ${parsed.data.email}.`;
  return answer(thanks, 200, { typed: none, stored: true, ticket: newTicket(place) });
}

/** The first error of each field. */
function errorsOf(error: z.ZodError<Inquiry> | undefined): ValidationErrors {
  if (!error) return {};
  const { name, email, company, subject, message } = z.flattenError(error).fieldErrors;
  return {
    ...{ name: name?.[0], email: email?.[0], company: company?.[0] },
    ...{ subject: subject?.[0], message: message?.[0] },
  };
}
