import { authFetch } from "@domain/auth-service/auth-fetch.server";
import { environment } from "@domain/environment.server";
import type { MessageFields } from "./message";

/**
 * Asks the mail service to mail a message to the site's own address, with replies to its sender.
 * The message is in the inbox already, so that no failure is one for the sender: hosted auth
 * services mail no messages (404), and in a flood the limit of these mails is reached (429).
 */
export async function mailMessage(to: string, fields: MessageFields): Promise<void> {
  const { name, email, company, subject, message } = fields;
  const inbox = new URL("/admin/messages", environment.SITE_URL).href;
  const sender = company ? `${name}, ${company}` : name;
  try {
    const key = environment.SUPABASE_SECRET_KEY;
    const response = await authFetch(`${environment.SUPABASE_URL}/auth/v1/admin/messages`, {
      method: "POST",
      headers: { apikey: key, Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        ...{ to, reply_to: email, subject: `Contact form: ${subject}` },
        text: `${message}\n\n${sender}\n${email}\n\nReply to this email, or open ${inbox}\n`,
      }),
    });
    if (!response.ok && response.status !== 404 && response.status !== 429)
      console.warn("A message was stored, but could not be mailed.", { status: response.status });
  } catch (error) {
    console.warn("A message was stored, but could not be mailed.", error);
  }
}
