/** The fields of a prefilled message. */
export interface MailDraft {
  subject: string;
  /** Lines end with "\n". */
  body?: string;
}

/**
 * The mailto URL of a prefilled message, after RFC 6068: percent-encoded throughout, so that
 * nothing typed into a field can add a header, and with CRLF as the line break.
 */
export function mailtoUrl(to: string, { subject, body }: MailDraft): string {
  const recipient = encodeURIComponent(to).replace("%40", "@");
  const headers = [`subject=${encodeURIComponent(subject)}`];
  if (body) headers.push(`body=${encodeURIComponent(body.replace(/\r?\n/g, "\r\n"))}`);
  return `mailto:${recipient}?${headers.join("&")}`;
}
