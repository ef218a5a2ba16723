import { Form } from "@remix-run/react";
import { useHydrated } from "~/ui/use-hydrated";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { inquiryFields, type Inquiry, type ValidationErrors } from "./inquiry";
import { InquiryFields } from "./inquiry-fields";
import { PreparedMail } from "./prepared-mail";
import { useSendInquiry } from "./use-send-inquiry";

interface InquiryFormProps {
  /** The email address for inquiries; null while the site settings have none. */
  to: string | null;
  /** The initial subject. */
  subject: string;
  /** Shown below the message. */
  hint?: string;
  /** The server's response to a form that was sent without scripts. */
  result: {
    inquiry: Inquiry | null;
    validationErrors: ValidationErrors | null;
    sent: Inquiry | null;
  };
}

/**
 * The contact form. With scripts it opens the visitor's mail program; without them, and until they
 * have loaded, the server responds with the same message as a link.
 */
export function InquiryForm({ to, subject, hint, result }: InquiryFormProps) {
  const hydrated = useHydrated();
  const { validationErrors, prepared, submitting, onSubmit, onInput } = useSendInquiry(to, result);
  const wrong = inquiryFields.filter((field) => validationErrors[field]).length;
  const mail = prepared && to && <PreparedMail to={to} inquiry={prepared} />;
  // Without scripts nothing else says that the form has been sent: it comes first.
  const isResponse = result.inquiry !== null;
  return (
    <div className="grid gap-8">
      {isResponse && mail}
      <Form
        method="post"
        action="/contact#inquiry"
        // Without scripts the browser reports missing fields; with them, the form does, beside the
        // fields.
        noValidate={hydrated}
        onSubmit={onSubmit}
        onInput={onInput}
        className="grid gap-5 sm:grid-cols-2"
      >
        {wrong > 0 && (
          <div className="sm:col-span-2">
            <FormError>
              {wrong === 1 ? "1 field needs another look." : `${wrong} fields need another look.`}
            </FormError>
          </div>
        )}
        <InquiryFields initial={result.sent ?? { subject }} errors={validationErrors} hint={hint} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:col-span-2">
          <Button type="submit" size="lg" busy={submitting}>
            <Icon name="send" />
            {submitting ? "Opening your email client" : "Send Message"}
          </Button>
          <p className="text-sm text-faint">Opens in your email client, ready to send.</p>
        </div>
      </Form>
      {!isResponse && mail}
    </div>
  );
}
