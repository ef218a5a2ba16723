import type { AccountMailKind } from "./mail";

/** What a mail is about, before it is worded. */
export type MailContent = AccountMail | ForwardedMessage;

/** What a mail about an account is about. */
export interface AccountMail {
  kind: AccountMailKind;
  to: string;
  /** The URL of the confirmation page, or null for a mail without one. */
  link: string | null;
  /**
   * The six digits that do the same as the link, typed by hand; null for a mail that asks for
   * nothing.
   */
  code: string | null;
  /** The email address that an account is moving to. */
  newEmail?: string;
}

/** A mail in the words of a visitor. */
export interface ForwardedMessage {
  kind: "contact_message";
  to: string;
  /** The visitor's email address. */
  replyTo: string;
  subject: string;
  text: string;
}

/** The words of a mail, which its HTML and its text share. */
export interface MailText {
  subject: string;
  lead: string;
  button: string;
  ifUnexpected: string;
}

/** The words with how long the link and the code are valid. */
export type MailTextWithLifetime = MailText & { lifetime: string };
