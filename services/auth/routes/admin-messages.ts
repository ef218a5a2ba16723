import { Hono } from "hono";
import { z } from "zod";
import { readBody, text } from "../body";
import { validationFailed } from "../errors";
import type { AuthEnv, Service } from "../service";
import { requireEmail } from "../users/email-and-phone";

const messageShape = z.object({ to: text(), reply_to: text(), subject: text(), text: text() });

/** Longer than what the contact form takes. */
const maxSubject = 300;
const maxText = 10_000;

/**
 * Mails what a visitor wrote in the contact form, through the queue of all mails. The hosted
 * service has no such endpoint. For administrators.
 */
export function adminMessageRoutes({ database, delivery }: Service): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();

  app.post("/admin/messages", async (c) => {
    const body = await readBody(c.req.raw, messageShape);
    const to = requireEmail(body.to);
    const replyTo = requireEmail(body.reply_to);
    const { subject } = body;
    // A line break would begin another header.
    if (subject === "" || subject.length > maxSubject || /\p{Cc}/u.test(subject)) {
      throw validationFailed("The subject must be one line");
    }
    if (body.text.length > maxText) throw validationFailed("The text is too long");
    const message = { kind: "contact_message", to, replyTo, subject, text: body.text } as const;
    const dispatch = await database.transaction((db) => delivery.writeMessage(db, message));
    dispatch();
    return c.json({});
  });

  return app;
}
