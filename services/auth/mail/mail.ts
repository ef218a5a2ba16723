/** Mails that ask for something. */
export type ConfirmationKind =
  "signup" | "invite" | "recovery" | "magiclink" | "email_change" | "reauthentication";

/** Mails that only say what has happened, by the hosted service's names. */
export type NoticeKind = "mfa_factor_unenrolled_notification";

/** Mails about an account. */
export type AccountMailKind = ConfirmationKind | NoticeKind;

/** And what a visitor wrote in the contact form. */
export type MailKind = AccountMailKind | "contact_message";

export interface Mail {
  kind: MailKind;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Where the mail's button leads; null for a mail without one. */
  link: string | null;
  /** Where a reply goes, if not to the sender. */
  replyTo?: string;
}

/** How mails leave: an SMTP server, or the outbox. */
export interface Mailer {
  /** Whether accounts are confirmed without a mail, because nobody would receive it. */
  autoconfirm: boolean;
  /**
   * Whether mails wait in the database until they are sent, because what sends them may be away for
   * a while.
   */
  queued?: boolean;
  /** Throws {@link MailRefused} when trying again would change nothing. */
  send(mail: Mail): Promise<void>;
}

/** The mail server will never take this mail: there is no such address, for example. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
  readonly code: string;

  /** @param code the server's reply without its sentence, which may name the person */
  constructor(code: string) {
    super(`The mail server refused the mail (${code}).`);
    this.code = code;
  }
}
