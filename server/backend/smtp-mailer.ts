import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { type Mailer, MailRefused } from "@platen/auth";
import { openSmtpSocket } from "./smtp-socket";
import { withTimeout } from "@domain/resilience/timeout.server";

export interface MailEnvironment {
  SMTP_URL?: string;
  MAIL_FROM?: string;
  SITE_URL: string;
}

/**
 * How long one mail may take. Inactivity has its own timeouts; a server that sent one line every
 * few seconds blocked other mail forever, because few are sent at a time.
 */
const maxMilliseconds = 120_000;

const tookTooLong = () =>
  Object.assign(new Error("The mail server took too long."), { code: "ETIMEDOUT" });

/**
 * How mail is sent: through the SMTP server of the environment, or else to the outbox, a folder of
 * .eml files that any mail program opens. Without a server nobody could confirm an email address,
 * so sign-ups are then confirmed automatically.
 */
export function createMailer(
  environment: MailEnvironment,
  outbox: string,
  timeoutMilliseconds = maxMilliseconds,
): Mailer {
  const { SMTP_URL, MAIL_FROM, SITE_URL } = environment;
  if (SMTP_URL) {
    const transport = createTransport(smtpOptions(SMTP_URL), { from: MAIL_FROM });
    return {
      autoconfirm: false,
      queued: true,
      async send({ to, subject, html, text, replyTo }) {
        const sending = new AbortController();
        const { signal } = sending;
        try {
          const sent = transport.sendMail({ to, subject, html, text, replyTo, signal });
          await withTimeout(sent, timeoutMilliseconds, tookTooLong);
        } catch (error) {
          // A slow server would keep a connection open for each mail that was given up.
          sending.abort();
          const { code, command, responseCode = 0 } = failureOf(error);
          if (command === "MAIL FROM" && responseCode >= 500) throw new SenderRefused(responseCode);
          // 5xx is permanent (RFC 5321, section 4.2.1) for a recipient and a message. An operator
          // can fix the rest: a wrong login, or a relay that refuses the address of this machine.
          const isOfMail = code === "EENVELOPE" || code === "EMESSAGE";
          if (responseCode < 500 || !isOfMail) throw error;
          throw new MailRefused(`${code} ${responseCode}`);
        }
      },
    };
  }
  const from = `no-reply@${new URL(SITE_URL).hostname}`;
  const writer = createTransport({ streamTransport: true, buffer: true }, { from });
  return {
    autoconfirm: true,
    async send({ to, subject, html, text, replyTo }) {
      const { message } = await writer.sendMail({ to, subject, html, text, replyTo });
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID()}.eml`;
      await writeFile(join(outbox, `${name}.new`), message, { mode: 0o600 });
      await rename(join(outbox, `${name}.new`), join(outbox, name));
      await removeOldest(outbox);
    },
  };
}

/** How many mails stay in the outbox: anyone can trigger any number. */
const maxMails = 1_000;

async function removeOldest(outbox: string): Promise<void> {
  // Their names begin with their time.
  const mails = (await readdir(outbox)).filter((name) => name.endsWith(".eml")).sort();
  const oldest = mails.slice(0, -maxMails);
  await Promise.all(oldest.map((name) => rm(join(outbox, name), { force: true })));
}

/**
 * The mail server rejects mail from MAIL_FROM. Its message may contain email addresses, so it must
 * not be logged.
 */
class SenderRefused extends Error {
  override readonly name = "SenderRefused";
  readonly code: string;

  constructor(responseCode: number) {
    super("The mail server rejects the sender MAIL_FROM.");
    this.code = `MAIL_FROM ${responseCode}`;
  }
}

/**
 * Checks that the SMTP server of the environment accepts mail from us.
 *
 * @returns one sentence that names what is wrong, without secrets; null when nothing is.
 */
export async function mailProblem({ SMTP_URL }: MailEnvironment): Promise<string | null> {
  if (!SMTP_URL) return null;
  const transport = createTransport(smtpOptions(SMTP_URL));
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const { host, port, secure } = smtpOptions(SMTP_URL);
    const server = `the server ${host}:${port} of SMTP_URL`;
    const { code, message } = failureOf(error);
    switch (code) {
      case "EAUTH":
        return `Mail cannot be sent: ${server} refuses the name and password.`;
      case "EDNS":
      case "ENOTFOUND":
        return `Mail cannot be sent: there is no host ${host}, which SMTP_URL names.`;
      case "ETIMEDOUT":
        return `Mail cannot be sent: ${server} does not respond in time. ${
          secure ? "For STARTTLS write smtp:// instead of smtps://." : "Is the port right?"
        }`;
      case "ETLS":
      case "ESOCKET":
        return `Mail cannot be sent: no safe connection to ${server} (${message}).`;
      default:
        return `Mail cannot be sent: ${server} refuses the connection (${code}).`;
    }
  } finally {
    transport.close();
  }
}

function smtpOptions(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const user = decodeURIComponent(url.username);
  const here = ["localhost", "127.0.0.1", "::1"].includes(host);
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // A password must never cross a network in the clear, even if an attacker strips STARTTLS from
    // the greeting.
    requireTLS: user !== "" && !secure && !here,
    ...(user !== "" && { auth: { user, pass: decodeURIComponent(url.password) } }),
    getSocket: openSmtpSocket,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  };
}

/** The properties that nodemailer sets on its errors. */
function failureOf(error: unknown): {
  code: string;
  command?: string;
  responseCode?: number;
  message: string;
} {
  if (!(error instanceof Error)) return { code: "unknown", message: String(error) };
  const code = "code" in error ? String(error.code) : error.name;
  const responseCode = "responseCode" in error ? Number(error.responseCode) : undefined;
  return {
    code,
    message: error.message,
    ...("command" in error && { command: String(error.command) }),
    ...(responseCode !== undefined && { responseCode }),
  };
}
