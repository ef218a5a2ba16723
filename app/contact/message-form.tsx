import { Form, useFetcher, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useToast } from "~/toasts/toasts";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { useHydrated } from "~/ui/use-hydrated";
import { InquiryFields } from "./inquiry-fields";
import type { MessageReply, messageTicketAction } from "./message-action.server";
import { focusOnFirstError, validationErrorsOf } from "./validation-errors";

interface MessageFormProps {
  /** The initial subject. */
  subject: string;
  /** Shown below the message. */
  hint?: string;
  reply: MessageReply | undefined;
}

/**
 * The contact form that sends a message. It is sent with a ticket: scripts get one when somebody
 * begins to write, and without scripts the form comes back with one, to be read once more.
 */
export function MessageForm({ subject, hint, reply }: MessageFormProps) {
  const fetcher = useFetcher<typeof messageTicketAction>();
  const { state, formAction } = useNavigation();
  const { toast } = useToast();
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<{ of: typeof reply; wrong: number } | null>(null);
  const [errors, setErrors] = useState(reply?.errors ?? {});
  const busy = state === "submitting" && Boolean(formAction?.startsWith("/contact"));
  // That of the reply is newer: the one before it may have been used.
  const ticket = reply?.ticket ?? fetcher.data?.ticket;

  useEffect(() => {
    if (!reply) return;
    setErrors(reply.errors);
    if (reply.stored)
      toast({ title: "Message sent", description: reply.message, variant: "success" });
    // Somebody who is typing in a field already must not be moved.
    else if (form.current && !form.current.querySelector("input:focus, textarea:focus"))
      focusOnFirstError(form.current, reply.errors);
  }, [reply, toast]);

  function begin() {
    if (!ticket && fetcher.state === "idle")
      void fetcher.submit({ intent: "ticket" }, { method: "post", action: "/contact" });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const wrong = validationErrorsOf(event.currentTarget);
    setErrors(wrong);
    const count = Object.values(wrong).filter(Boolean).length;
    setFound({ of: reply, wrong: count });
    if (busy || focusOnFirstError(event.currentTarget, wrong)) event.preventDefault();
  }

  /** A field that is being corrected shows no error. */
  function onInput({ target }: FormEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    setErrors((shown) => ({ ...shown, [target.name]: undefined }));
  }

  const wrong = found && found.of === reply ? found.wrong : 0;
  const words = wrong === 1 ? "1 field needs another look." : `${wrong} fields need another look.`;
  const problem = wrong > 0 ? words : reply?.refused && reply.message;
  return (
    <Form
      ref={form}
      method="post"
      // Without scripts the response opens at the form; with them, a hash would take the focus.
      action={hydrated ? undefined : "/contact#inquiry"}
      noValidate={hydrated}
      preventScrollReset
      onFocus={begin}
      onSubmit={onSubmit}
      onInput={onInput}
      className="grid gap-5 sm:grid-cols-2"
    >
      {problem && (
        <div className="sm:col-span-2">
          <FormError>{problem}</FormError>
        </div>
      )}
      {reply && !problem && (
        <p
          role="status"
          className="rounded-lg border border-line-strong bg-surface-2 px-4 py-3 wrap-anywhere sm:col-span-2"
        >
          {reply.message}
        </p>
      )}
      <input type="hidden" name="ticket" value={ticket ?? ""} />
      <InquiryFields
        // A message that is stored leaves an empty form, which has a ticket of its own.
        key={reply?.stored ? reply.ticket : "form"}
        initial={reply?.typed ?? { subject }}
        errors={errors}
        hint={hint}
      />
      <label hidden>
        Website
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:col-span-2">
        <Button type="submit" size="lg" busy={busy}>
          <Icon name="send" />
          {busy ? "Sending" : "Send Message"}
        </Button>
        <p className="text-sm text-faint">We reply to your email address.</p>
      </div>
    </Form>
  );
}
