import { confirmationLink } from "./link";
import type { ColorScheme } from "./html";
import type { MailContent } from "./mail-content";
import type { Mail, MailKind } from "./mail";
import { plainName, renderMail, type Lifetimes } from "./templates";

/** The mails that can be previewed; a kind of mail without a name here does not compile. */
export const previewNames = {
  signup: "Sign-up confirmation",
  invite: "Invitation",
  recovery: "Password reset",
  magiclink: "Sign-in link",
  email_change: "Email change, old address",
  email_change_new: "Email change, new address",
  reauthentication: "Confirmation code",
  mfa_factor_unenrolled_notification: "Second factor removed",
  contact_message: "Message from the contact form",
} as const satisfies Record<MailKind | "email_change_new", string>;

export type PreviewId = keyof typeof previewNames;

export const previewIds = Object.keys(previewNames).filter(
  (id): id is PreviewId => id in previewNames,
);

/** What the service has when it sends a mail. */
interface Sender {
  siteUrl: string;
  brandName: string;
  lifetimes: Lifetimes;
}

/** A mail as the service would send it to a made-up user, in one color scheme. */
export function previewMail(
  id: PreviewId,
  { siteUrl, brandName, lifetimes }: Sender,
  scheme: ColorScheme,
): Mail {
  const name = plainName(brandName) || new URL(siteUrl).hostname;
  return renderMail(sampleOf(id, siteUrl), name, lifetimes, scheme);
}

const sampleTo = "nora@company.example";

function sampleOf(id: PreviewId, siteUrl: string): MailContent {
  if (id === "contact_message") {
    const text = "Can you merge 40,000 statements a night?\n\nNora Lind";
    const subject = "Sales: statements at night";
    return { kind: id, to: `hello@${new URL(siteUrl).hostname}`, replyTo: sampleTo, subject, text };
  }
  const [to, newEmail] = [sampleTo, "nora@new-company.example"];
  const kind = id === "email_change_new" ? "email_change" : id;
  const isNotice = kind === "mfa_factor_unenrolled_notification";
  const hasLink = !isNotice && kind !== "reauthentication";
  return {
    kind,
    to: id === "email_change_new" ? newEmail : to,
    link: hasLink ? confirmationLink(siteUrl, "sample", kind, siteUrl) : null,
    code: isNotice ? null : "482913",
    newEmail,
  };
}
