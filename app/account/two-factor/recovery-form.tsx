import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { textLink } from "~/account/forms/account-card";
import type { FormResult } from "~/account/forms/form-failure";
import { FormField } from "~/account/forms/form-field";
import type { RecoveryCodeFields } from "~/account/sign-in/credentials";
import { PasswordField } from "~/account/sign-in/password-field";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Button } from "~/ui/button";

interface RecoveryFormProps {
  /** What the code replaces. */
  lost: "authenticator" | "security key";
  /** Why the last code was refused. */
  result?: FormResult;
  email: string;
  /** What a password must be. */
  passwordHint: string;
}

/** For users who have lost their second factor. */
export function RecoveryForm({ lost, result, email, passwordHint }: RecoveryFormProps) {
  const busy = useNavigationInFlight().formData?.has("recoveryCode");
  const [form, fields] = useForm<RecoveryCodeFields>({ lastResult: result?.reply });
  return (
    <details open={result !== undefined} className="mt-6 border-t border-line pt-5">
      <summary className="cursor-pointer text-[0.9375rem] text-muted">
        Lost your {lost}? <span className={textLink}>Use a recovery code</span>
      </summary>
      <Form method="post" {...getFormProps(form)} className="mt-4 grid gap-5">
        <p className="text-[0.9375rem] text-muted">
          A recovery code takes all authenticators and security keys off your account. Because the
          password is then all that protects it, choose a new one, and log in with that.
        </p>
        <FormField
          meta={fields.recoveryCode}
          label="Recovery code"
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Sixteen letters and digits, from the list that you saved."
          className="font-mono"
        />
        {/* Password managers store the new password under this name. */}
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <PasswordField
          meta={fields.password}
          label="New password"
          autoComplete="new-password"
          hint={passwordHint}
        />
        <Button type="submit" variant="outline" busy={busy}>
          Use the recovery code
        </Button>
      </Form>
    </details>
  );
}
