import { useRef, useState, type FormEvent } from "react";
import { useToast } from "~/toasts/toasts";
import { inquiryFields, inquiryMail, type Inquiry, type ValidationErrors } from "./inquiry";
import { mailtoUrl } from "./mailto";
import { focusOnFirstError, textsOf, validationErrorsOf } from "./validation-errors";

/**
 * How long the page waits for the mail program before it says that it should have opened, in ms.
 */
const pause = 500;

/**
 * Sends the contact form through the visitor's mail program.
 *
 * @param to the email address for inquiries; null while the site settings have none
 * @param first the server's errors, and the message that it prepared, when the form was sent
 * without scripts
 */
export function useSendInquiry(
  to: string | null,
  first: { validationErrors: ValidationErrors | null; inquiry: Inquiry | null },
) {
  const { toast } = useToast();
  const [validationErrors, setValidationErrors] = useState<ValidationErrors>(
    first.validationErrors ?? {},
  );
  const [prepared, setPrepared] = useState(first.inquiry);
  const [submitting, setSubmitting] = useState(false);
  const busy = useRef(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy.current) return;
    const found = validationErrorsOf(form);
    setValidationErrors(found);
    if (focusOnFirstError(form, found)) return;
    const inquiry = textsOf(form);
    try {
      if (!to) throw new Error("The site settings have no general address.");
      // Before any waiting: browsers let a page open another program only shortly after the
      // visitor's click.
      window.location.href = mailtoUrl(to, inquiryMail(inquiry));
    } catch {
      setPrepared(inquiry);
      toast({
        title: "Error",
        description: "Could not open your email client. Please copy the details manually.",
        variant: "destructive",
      });
      return;
    }
    busy.current = true;
    setSubmitting(true);
    await new Promise((resolve) => setTimeout(resolve, pause));
    busy.current = false;
    setSubmitting(false);
    setPrepared(inquiry);
    clear(form);
    toast({
      title: "Email Client Opened",
      description: "Your email client should have opened. Please review and send your message.",
      variant: "success",
    });
  }

  /** A field that is being corrected shows no error. */
  function onInput(event: FormEvent<HTMLFormElement>) {
    const { target } = event;
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const field = inquiryFields.find((name) => name === target.name);
    if (field && validationErrors[field])
      setValidationErrors({ ...validationErrors, [field]: undefined });
  }

  return { validationErrors, prepared, submitting, onSubmit, onInput };
}

/** Empties every field: a reset would bring back the subject that a link had filled in. */
function clear(form: HTMLFormElement) {
  for (const field of inquiryFields) {
    const control = form.elements.namedItem(field);
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      control.value = "";
    }
  }
}
