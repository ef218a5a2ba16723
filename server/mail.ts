import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Mailer } from "../services/auth";

/**
 * How mail leaves: through the SMTP server of the environment, or else into the outbox, a folder of .eml files that
 * any mail program opens. Without a server nobody could confirm an address, so that sign-ups then confirm themselves.
 */
export function createMailer(
  environment: { SMTP_URL?: string; MAIL_FROM?: string; SITE_URL: string },
  outbox: string,
): Mailer {
  const { SMTP_URL, MAIL_FROM, SITE_URL } = environment;
  if (SMTP_URL) {
    const transport = createTransport(SMTP_URL, { from: MAIL_FROM });
    return {
      autoconfirm: false,
      async send({ to, subject, html, text }) {
        await transport.sendMail({ to, subject, html, text });
      },
    };
  }
  const from = `no-reply@${new URL(SITE_URL).hostname}`;
  const writer = createTransport({ streamTransport: true, buffer: true }, { from });
  return {
    autoconfirm: true,
    async send({ to, subject, html, text }) {
      const { message } = await writer.sendMail({ to, subject, html, text });
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID()}.eml`;
      await writeFile(join(outbox, `${name}.new`), message, { mode: 0o600 });
      await rename(join(outbox, `${name}.new`), join(outbox, name));
    },
  };
}
