import { Button } from "~/ui/button";
import { CopyButton } from "~/ui/code-block";
import { Icon } from "~/ui/icon";
import { inquiryMail, type Inquiry } from "./inquiry";
import { mailtoUrl } from "./mailto";

/**
 * An inquiry as a message: to open in a mail program, or to copy where there is none. Webmail users
 * often have none, and the browser does not report it.
 */
export function PreparedMail({ to, inquiry }: { to: string; inquiry: Inquiry }) {
  const draft = inquiryMail(inquiry);
  const whole = `To: ${to}\nSubject: ${draft.subject}\n\n${draft.body ?? ""}`;
  return (
    <section
      aria-labelledby="prepared-title"
      className="overflow-hidden rounded-lg border border-line-strong bg-surface-2"
    >
      <div className="p-5">
        <h3 id="prepared-title" className="font-semibold">
          Your message is ready
        </h3>
        <p className="mt-1.5 text-[0.9375rem] text-muted">
          It is sent from your email client. If none has opened, open it here, or copy the text and
          send it from your webmail.
        </p>
        <Button asChild variant="outline" className="mt-4">
          <a href={mailtoUrl(to, draft)}>
            <Icon name="mail" />
            Open in email client
          </a>
        </Button>
      </div>
      <div className="relative border-t border-line">
        <CopyButton text={whole} label="Copy the message" className="absolute! top-2 right-2" />
        <pre className="max-h-80 overflow-y-auto p-5 pr-12 font-mono text-[0.8125rem] leading-[1.7] whitespace-pre-wrap text-muted">
          {whole}
        </pre>
      </div>
    </section>
  );
}
