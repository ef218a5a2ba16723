import { mailtoUrl } from "~/contact/mailto";

/** Mail programs refuse long links: the quotation ends here, in characters. */
const maxQuoted = 1_000;

/** The mailto URL of a reply to a message, with its text quoted. */
export function replyLink(message: {
  name: string;
  email: string;
  subject: string;
  text: string;
}): string {
  const { name, email, subject, text } = message;
  const characters = Array.from(text);
  const quoted = characters.slice(0, maxQuoted).join("");
  const lines = (characters.length > maxQuoted ? `${quoted} …` : quoted).split("\n");
  return mailtoUrl(email, {
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    body: `\n\n${name} wrote:\n${lines.map((line) => `> ${line}`).join("\n")}\n`,
  });
}
