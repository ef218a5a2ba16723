import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { FormResult } from "~/account/forms/form-failure";
import { FormField } from "~/account/forms/form-field";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Button } from "~/ui/button";
import { EmailField } from "./email-field";
import type { MailedCodeFields } from "./credentials";
import type { LinkType } from "./mailed-link";

interface CodeFormProps {
  /** What the mail confirms. */
  type: LinkType;
  /** The page that follows. */
  next?: string;
  /** The recipient of the mail, where the page knows it. */
  email?: string;
  /** The service's refusal of the last code. */
  refusal?: FormResult | null;
}

/** Takes the code of a mail, for users who read it on another device, or cannot open its link. */
export function CodeForm({ type, next, email, refusal }: CodeFormProps) {
  const mail = new URLSearchParams({ type, ...(next && { next }) });
  const busy = useNavigationInFlight().formAction?.startsWith("/auth/code");
  const [form, fields] = useForm<MailedCodeFields>({ lastResult: refusal?.reply });
  return (
    <Form
      method="post"
      action={`/auth/code?${mail}`}
      {...getFormProps(form)}
      className="grid gap-5"
    >
      {email === undefined ? (
        <EmailField meta={fields.email} />
      ) : (
        <input {...getInputProps(fields.email, { type: "hidden", value: false })} value={email} />
      )}
      <FormField
        meta={fields.code}
        label="Code from the email"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="The six digits in the email."
        className="font-mono text-lg tracking-[0.3em]"
      />
      <Button type="submit" variant={email === undefined ? "default" : "outline"} busy={busy}>
        {busy ? "Checking …" : "Continue with the code"}
      </Button>
    </Form>
  );
}
