import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ClosingFields } from "~/account/sign-in/credentials";
import { FailureNote } from "~/account/forms/failure-note";
import type { FormResult } from "~/account/forms/form-failure";
import { FormField } from "~/account/forms/form-field";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Button } from "~/ui/button";
import { formatDate } from "~/ui/format/format-date";
import { Panel } from "./dashboard-page";

const retained: [string, string][] = [
  [
    "The entries of your credits",
    "Amounts, dates and operations, under a number that identifies nobody. Our books have to add up.",
  ],
  [
    "What administrators did to your account",
    "With your address. Administrators stay accountable after your account is deleted.",
  ],
  ["What you published in the Studio", "Posts and pages belong to this site."],
];

interface ClosingPanelProps {
  email: string;
  /** How long the deletion can be undone, in days. */
  days: number;
  result?: FormResult;
}

/** Deletes the account, after a period in which this can be undone. */
export function ClosingPanel({ email, days, result }: ClosingPanelProps) {
  const busy = useNavigationInFlight().formData?.get("intent") === "close";
  const [form, fields] = useForm<ClosingFields>({
    lastResult: result?.reply,
  });
  return (
    <Panel title="Delete the account">
      <div className="grid gap-6 lg:grid-cols-2 lg:gap-10">
        <div className="grid content-start gap-4 text-[0.9375rem] text-muted">
          <p>
            Your account closes right away: you are signed out everywhere, and your API keys stop
            working. In <strong className="font-semibold text-foreground">{days} days</strong> it is
            deleted. Until then you can log in and undo this, and find everything as it was.
          </p>
          <div>
            <h3 className="font-medium text-foreground">What is kept, and why</h3>
            <dl className="mt-2 grid gap-2.5 text-sm">
              {retained.map(([what, why]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd className="text-faint">{why}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
        <Form method="post" {...getFormProps(form)} className="grid content-start gap-5">
          <FailureNote failure={result?.failure} />
          <input type="hidden" name="intent" value="close" />
          <FormField
            meta={fields.confirmation}
            label="Your email address"
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint={`Type ${email} to confirm.`}
          />
          <Button
            type="submit"
            size="sm"
            variant="destructive"
            className="justify-self-start"
            busy={busy}
          >
            {busy ? "Closing …" : "Delete my account"}
          </Button>
        </Form>
      </div>
    </Panel>
  );
}

/** What users who have closed their account find. */
export function ClosedPanel({ closesAt }: { closesAt: Date }) {
  return (
    <Panel title="Your account is closed" className="border-highlight/40">
      <p className="max-w-2xl text-[0.9375rem] text-muted">
        It is deleted on{" "}
        <strong className="font-semibold text-foreground">{formatDate(closesAt)}</strong>, and all
        that belongs to it. Nothing else opens until then, unless you keep it.
      </p>
      <Form method="post" className="mt-5">
        <input type="hidden" name="intent" value="keep" />
        <Button type="submit" size="sm">
          Keep my account
        </Button>
      </Form>
    </Panel>
  );
}
