import { resolveTxt } from "node:dns/promises";
import { mailProblem, type MailEnvironment } from "../backend/smtp-mailer";
import type { Finding } from "@domain/administration/health";
import { ok, problem, warning } from "./finding";

/**
 * Whether mails are sent, and are likely to arrive.
 *
 * @param texts the TXT records of a name; rejects with the resolver's code
 */
export async function examineMail(
  mail: MailEnvironment,
  texts: (name: string) => Promise<string[][]> = resolveTxt,
): Promise<Finding[]> {
  if (!mail.SMTP_URL)
    return [
      warning(
        "SMTP_URL is not set: mails are only written to DATA_DIR/outbox, and email addresses are not confirmed. Set it and MAIL_FROM before others use the site.",
      ),
    ];
  const failure = await mailProblem(mail);
  const findings = [
    failure ? problem(failure) : ok("The mail server accepts the name and password"),
  ];
  const domain = /@([^@>\s]+)>?\s*$/.exec(mail.MAIL_FROM ?? "")?.[1];
  if (domain === undefined) return findings;
  const records = [
    { name: domain, what: "SPF", begin: "v=spf1", that: "names the mail server" },
    { name: `_dmarc.${domain}`, what: "DMARC", begin: "v=DMARC1", that: "says what to do" },
  ];
  for (const { name, what, begin, that } of records) {
    const found = await texts(name).catch((error: unknown) => codeOf(error));
    const has = (parts: string[]) => parts.join("").toLowerCase().startsWith(begin.toLowerCase());
    if (typeof found === "string" && !["ENOTFOUND", "ENODATA"].includes(found))
      findings.push(warning(`${name} could not be looked up (${found}): check it elsewhere.`));
    else if (typeof found !== "string" && found.some(has))
      findings.push(ok(`${domain} has a record for ${what}`));
    else
      findings.push(
        warning(
          `${domain} has no record for ${what}: mails may be taken for spam. Add a TXT record at ${name} that begins with ${begin} and ${that}.`,
        ),
      );
  }
  return findings;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);
