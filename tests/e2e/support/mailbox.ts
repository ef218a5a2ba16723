import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { SMTPServer } from "smtp-server";
import type { SharedSite } from "./test";

/** A mail as it arrived. */
export interface Mail {
  to: string;
  subject: string;
  /** The URLs in it, as they appear in its text part. */
  links: string[];
}

/** The newest mail to an email address in the outbox of a site. Waits until it is there. */
export function mailInOutbox({ dataDirectory }: SharedSite, to: string): Promise<Mail> {
  return newestTo(to, async () => {
    const outbox = join(dataDirectory, "outbox");
    // The first mail creates the folder.
    const files = await readdir(outbox).catch(() => []);
    const names = files.filter((name) => name.endsWith(".eml")).sort();
    return Promise.all(names.map(async (name) => readMail(await readFile(join(outbox, name)))));
  });
}

/** A mail server on this machine, which stores what it receives. */
export async function startMailServer() {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        mails.push(readMail(Buffer.concat(parts)));
        done();
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.server.address();
  if (!address || typeof address === "string") throw new Error("The mail server has no port.");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    mailTo: (to: string) => newestTo(to, async () => mails),
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

async function newestTo(address: string, read: () => Promise<Mail[]>): Promise<Mail> {
  const find = async () => (await read()).filter(({ to }) => to === address).at(-1);
  await expect.poll(find, `a mail to ${address}`).toBeDefined();
  const mail = await find();
  if (!mail) throw new Error(`The mail to ${address} is gone again.`);
  return mail;
}

function readMail(raw: Buffer): Mail {
  const source = raw.toString("utf8").replaceAll("\r\n", "\n");
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\n[ \t].*)*)`, "im").exec(source)?.[1]?.replace(/\n\s+/g, " ") ??
    "";
  // Quoted-printable (RFC 2045, section 6.7), as far as our mails use it.
  const text = source
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return {
    to: header("to"),
    subject: header("subject"),
    links: [...new Set(text.match(/https?:\/\/[^\s"<]+/g) ?? [])],
  };
}
