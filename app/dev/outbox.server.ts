import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { environment } from "~/environment.server";

/** Mails that are shown, the newest. */
const maxShown = 30;

/** A mail that would have left, had the site a mail server. */
export interface OutboxMail {
  id: string;
  to: string;
  subject: string;
  /** ISO 8601. */
  sentAt: string;
  text: string;
  /** What the mail's button leads to. */
  link: string | null;
}

/**
 * Where the mails of a site without a mail server can be read: on its own machine, where it is tried out; null for a site
 * that others reach.
 */
export const outboxPage = (): string | null =>
  environment.OUTBOX !== undefined &&
  /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(environment.SITE_URL).hostname)
    ? "/dev/mail"
    : null;

/** The newest mails of the outbox, the last one first; null for a site that has a mail server. */
export async function readOutbox(): Promise<OutboxMail[] | null> {
  const { OUTBOX } = environment;
  if (OUTBOX === undefined) return null;
  // The first mail makes the folder.
  const names = await readdir(OUTBOX).catch(() => []);
  const mails = names.filter((name) => name.endsWith(".eml")).sort();
  return Promise.all(
    mails
      .slice(-maxShown)
      .reverse()
      .map((name) => readMail(OUTBOX, name)),
  );
}

async function readMail(outbox: string, name: string): Promise<OutboxMail> {
  const mail = await PostalMime.parse(await readFile(join(outbox, name)));
  const text = mail.text ?? "";
  return {
    id: name,
    to: mail.to?.map(({ address }) => address).join(", ") ?? "",
    subject: mail.subject ?? "",
    sentAt: mail.date ?? "",
    text,
    link: /https?:\/\/\S+\/auth\/confirm\S+/.exec(text)?.[0] ?? null,
  };
}
