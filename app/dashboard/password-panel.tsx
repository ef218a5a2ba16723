import { getFormProps, useForm } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { textLink } from "~/account/forms/account-card";
import type { PasswordChangeFields } from "~/account/sign-in/credentials";
import { FailureNote } from "~/account/forms/failure-note";
import type { FormResult } from "~/account/forms/form-failure";
import { PasswordField } from "~/account/sign-in/password-field";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Button } from "~/ui/button";
import { Panel } from "./dashboard-page";

interface PasswordPanelProps {
  /** Password managers store the new password under it. */
  email: string;
  passwordHint: string;
  result?: FormResult & { saved?: boolean };
}

/** Changes the password of users who know the current one; the others get a mail. */
export function PasswordPanel({ email, passwordHint, result }: PasswordPanelProps) {
  const busy = useNavigationInFlight().formData?.get("intent") === "change-password";
  const [form, fields] = useForm<PasswordChangeFields>({ lastResult: result?.reply });
  return (
    <Panel title="Password">
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <FailureNote failure={result?.failure} />
        <input type="hidden" name="intent" value="change-password" />
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <div className="grid gap-5 sm:grid-cols-2">
          <PasswordField
            meta={fields.currentPassword}
            label="Current password"
            autoComplete="current-password"
          />
          <PasswordField
            meta={fields.password}
            label="New password"
            autoComplete="new-password"
            hint={passwordHint}
          />
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button type="submit" size="sm" busy={busy}>
            {busy ? "Saving …" : "Change the password"}
          </Button>
          <p role="status" className="text-[0.9375rem] text-good empty:hidden">
            {result?.saved && !busy && "Saved. Every other session has ended."}
          </p>
        </div>
        <p className="text-sm text-faint">
          A new password ends every other session;{" "}
          <Link to="/dashboard/keys" className={textLink}>
            API keys
          </Link>{" "}
          keep working until you revoke them. Forgotten the old one, or never had one?{" "}
          <Link to="/forgot-password" className={textLink}>
            Reset it by email
          </Link>
        </p>
      </Form>
    </Panel>
  );
}
