import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { environment } from "@domain/environment.server";

/** The maximum number of mails shown, the newest. */
const maxShown = 30;

/** A mail that would have been sent if the site had a mail server. */
export interface OutboxMail {
  id: string;
  to: string;
  subject: string;
  /** ISO 8601. */
  sentAt: string;
  text: string;
  /** The target of the mail's button. */
  link: string | null;
}

/**
 * The page with the mails of a site without a mail server: on the site's own machine, for trying it
 * out; null for a site that others reach.
 */
export const outboxPage = (): string | null =>
  environment.OUTBOX !== undefined &&
  /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(environment.SITE_URL).hostname)
    ? "/dev/mail"
    : null;

/** Where the mails of a site without a mail server are, for a toast; empty for any other site. */
export function outboxSentence(): string {
  const page = outboxPage();
  return page === null ? "" : `This site has no mail server: its emails are on ${page}.`;
}

/** The newest mails of the outbox, the last one first; null for a site with a mail server. */
export async function readOutbox(): Promise<OutboxMail[] | null> {
  const { OUTBOX } = environment;
  if (OUTBOX === undefined) return null;
  // The first mail creates the folder.
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
