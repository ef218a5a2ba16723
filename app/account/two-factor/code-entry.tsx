import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useId } from "react";
import type { FormResult } from "~/account/forms/form-failure";
import { FormField } from "~/account/forms/form-field";
import type { CodeFields } from "~/account/sign-in/credentials";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Button } from "~/ui/button";
import { controlClasses } from "~/ui/input";
import { Label } from "~/ui/label";
import type { SecondFactor } from "./second-factors.server";

interface CodeEntryProps {
  authenticators: readonly SecondFactor[];
  /** The service's refusal of the last code. */
  refusal?: FormResult;
}

/** The second factor, by a code of one of these authenticators. */
export function CodeEntry({ authenticators, refusal }: CodeEntryProps) {
  const busy = useNavigationInFlight().formData?.has("code");
  const [form, fields] = useForm<CodeFields>({ lastResult: refusal?.reply });
  const selectId = useId();
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-5">
      {authenticators.length > 1 && (
        <div className="grid gap-1.5">
          <Label htmlFor={selectId}>Authenticator</Label>
          <select id={selectId} name={fields.factorId.name} className={`${controlClasses} h-11`}>
            {authenticators.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      <FormField
        meta={fields.code}
        label="Code"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        className="font-mono text-lg tracking-[0.3em]"
      />
      <Button type="submit" busy={busy}>
        {busy ? "Checking …" : "Continue"}
      </Button>
    </Form>
  );
}
