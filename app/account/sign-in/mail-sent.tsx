import { Form } from "@remix-run/react";
import { useEffect, useState, type FormEvent } from "react";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { AccountCard } from "~/account/forms/account-card";
import type { Failure } from "~/account/forms/form-failure";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { OutboxNote } from "./outbox-note";
import { CodeForm } from "./code-form";

interface MailSentProps {
  /** The recipient of the confirmation. */
  email: string;
  /** The page to go to after confirming. */
  redirectTo: string;
  /** How many seconds the service waits before it sends another. */
  wait: number;
  /** Why the last request for another mail was refused. */
  failure?: Failure | null;
  /** Whether this page is the response to such a request. */
  again?: boolean;
  /** The page with the mails of a site without a mail server. */
  outbox: string | null;
}

/**
 * Says that a sign-up waits for its confirmation, and sends the mail again. The same for an email
 * address that is taken.
 */
export function MailSent({
  email,
  redirectTo,
  wait,
  failure,
  again = false,
  outbox,
}: MailSentProps) {
  const left = useCountdown(wait);
  const busy = useNavigationInFlight().formAction === "/auth/resend";
  function onSubmit(event: FormEvent) {
    if (left > 0 || busy) event.preventDefault();
  }
  return (
    <AccountCard
      title="Check your email"
      failure={failure}
      lead={
        <span role="status">
          {again && !failure ? "We have sent another link to " : "We have sent a link to "}
          <strong className="font-semibold wrap-anywhere text-foreground">{email}</strong>. Open it
          to confirm your address and finish signing up.
        </span>
      }
    >
      <p className="flex gap-3 text-[0.9375rem] text-muted">
        <Icon name="mail-check" className="mt-0.5 size-5 shrink-0 text-good" />
        The link works once, and the email says for how long. No email? Check your spam folder, and
        that the address is spelled correctly.
      </p>
      <OutboxNote page={outbox} />
      <div className="mt-6">
        <CodeForm type="signup" next={redirectTo} email={email} />
      </div>
      <Form method="post" action="/auth/resend" onSubmit={onSubmit} className="mt-6">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <Button type="submit" variant="outline" busy={left > 0 || busy}>
          Send it again
        </Button>
        {left > 0 && (
          <p className="mt-3 text-sm text-faint">
            You can ask for another in{" "}
            <span className="font-mono">
              {left} {left === 1 ? "second" : "seconds"}
            </span>
            .
          </p>
        )}
      </Form>
    </AccountCard>
  );
}

/** Counts the seconds down to 0, from the start whenever `seconds` changes. */
function useCountdown(seconds: number): number {
  const [end, setEnd] = useState<number | null>(null);
  const [now, setNow] = useState(0);
  useEffect(() => {
    setEnd(Date.now() + seconds * 1000);
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  // Nothing counts on the server, or without scripts: there the service itself says how long to
  // wait.
  return end === null ? 0 : Math.max(0, Math.ceil((end - now) / 1000));
}
