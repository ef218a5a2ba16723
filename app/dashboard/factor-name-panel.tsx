import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { FailureNote } from "~/account/forms/failure-note";
import type { FormResult } from "~/account/forms/form-failure";
import { FormField } from "~/account/forms/form-field";
import type { FactorNameFields } from "~/account/sign-in/credentials";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Button } from "~/ui/button";
import { Panel } from "./dashboard-page";

interface FactorNamePanelProps {
  suggestion: string;
  /** Why the last name was refused. */
  result?: FormResult;
}

/** The first step of adding a second factor. */
export function FactorNamePanel({ suggestion, result }: FactorNamePanelProps) {
  const busy = useNavigationInFlight().state === "submitting";
  const [form, fields] = useForm<FactorNameFields>({
    lastResult: result?.reply,
    defaultValue: { name: suggestion },
  });
  return (
    <Panel title="1. Name it" className="max-w-2xl">
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <FailureNote failure={result?.failure} />
        <FormField
          meta={fields.name}
          label="Name"
          type="text"
          autoComplete="off"
          hint="So that you know it again when you have several."
        />
        <Button type="submit" size="sm" className="justify-self-start" busy={busy}>
          Continue
        </Button>
      </Form>
    </Panel>
  );
}
