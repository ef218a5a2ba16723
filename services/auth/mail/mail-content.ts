import type { MailKind } from "./mail";

/** What a mail is about, before it is worded. */
export interface MailContent {
  kind: MailKind;
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

/** The words of a mail, which its HTML and its text share. */
export interface MailText {
  subject: string;
  lead: string;
  button: string;
  ifUnexpected: string;
}

/** The words with how long the link and the code are valid. */
export type MailTextWithLifetime = MailText & { lifetime: string };
