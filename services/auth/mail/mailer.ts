export type MailKind =
  "signup" | "invite" | "recovery" | "magiclink" | "email_change" | "reauthentication";

export interface Mail {
  kind: MailKind;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Where the mail's button leads; null for a mail that carries only a code. */
  link: string | null;
}

/** How mails leave: an SMTP server, or the outbox. */
export interface Mailer {
  /** Whether accounts are confirmed without a mail, because nobody would receive it. */
  autoconfirm: boolean;
  send(mail: Mail): Promise<void>;
}
