import { getFormProps, useForm } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { PageData } from "~/seo/page-data";
import { Button } from "~/ui/button";
import { AccountCard, textLink } from "~/account/forms/account-card";
import { EmailField } from "./email-field";
import type { EmailFields } from "./credentials";
import type { FormResult } from "~/account/forms/form-failure";
import { useNavigationInFlight } from "~/connection/use-lost-connection";

interface EmailCardProps {
  title: string;
  /** What is going to be mailed, in a sentence. */
  lead: ReactNode;
  button: string;
  /** The page's own path, to which the form is sent. */
  path: string;
  /** The service's refusal of the last request. */
  refusal: FormResult | null;
}

/** A page that takes an email address, and mails something there. */
export function EmailCard({ title, lead, button, path, refusal }: EmailCardProps) {
  const busy = useNavigationInFlight().formAction?.startsWith(path);
  const [form, fields] = useForm<EmailFields>({ lastResult: refusal?.reply });
  return (
    <AccountCard title={title} lead={lead} failure={refusal?.failure} footer={backToLogin}>
      <PageData name={title} path={path} />
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <EmailField meta={fields.email} />
        <Button type="submit" busy={busy}>
          {busy ? "Sending …" : button}
        </Button>
      </Form>
    </AccountCard>
  );
}

export const backToLogin = (
  <Link to="/login" className={textLink}>
    Back to login
  </Link>
);
