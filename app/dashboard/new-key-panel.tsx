import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { lifetimes, type NewKeyFields, scopes } from "@domain/api-keys/api-key-fields";
import { FormField } from "~/account/forms/form-field";
import { useTypedBefore } from "~/account/session/signed-in-again";
import { useNavigationInFlight } from "~/connection/use-lost-connection";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Field, FormError } from "~/ui/field";
import { Select } from "~/ui/select";
import { Panel } from "./dashboard-page";

interface NewKeyPanelProps {
  /** The id of the key to be made: a form that is sent twice makes one. */
  id: string;
  /** The first call, and the permission that it needs: the only one that is ticked. */
  needed: { title: string | null; scope: string };
  result: { reply: SubmissionResult<string[]> | null; problem: string | null } | undefined;
}

/** The form that makes a key. */
export function NewKeyPanel({ id, needed, result }: NewKeyPanelProps) {
  const before = useTypedBefore();
  const [form, fields] = useForm<NewKeyFields>({
    id: "new-key",
    lastResult: result?.reply,
    defaultValue: {
      name: before.name,
      days: before.days ?? "90",
      scopes: before.scopes?.split(" ") ?? [needed.scope],
    },
  });
  const busy = useNavigationInFlight().state !== "idle";
  const chosen = [fields.scopes.initialValue].flat();
  return (
    <Panel title="New key">
      <Form
        method="post"
        {...getFormProps(form)}
        // A second press would only report that the key exists already.
        onSubmit={(event) => (busy ? event.preventDefault() : form.onSubmit(event))}
        className="grid gap-5"
      >
        <input type="hidden" name="intent" value="create" />
        <input type="hidden" name="id" value={id} />
        <FormError>{result?.problem}</FormError>
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <FormField
            meta={fields.name}
            label="Name"
            type="text"
            autoComplete="off"
            hint="Where it is used, such as “Invoices, production”."
          />
          <Field id={fields.days.id} label="Expires in" error={fields.days.errors}>
            {(control) => (
              <Select {...control} name="days" defaultValue={fields.days.initialValue ?? "90"}>
                {lifetimes.map(({ days, label }) => (
                  <option key={days} value={days}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <fieldset
          aria-describedby={`${fields.scopes.id}-hint${fields.scopes.errors ? ` ${fields.scopes.id}-error` : ""}`}
        >
          <legend className="text-[0.9375rem] font-medium">Permissions</legend>
          <p id={`${fields.scopes.id}-hint`} className="mt-1 text-sm text-muted">
            {needed.title &&
              `Your first call, ${needed.title}, needs only the one that is ticked. `}
            Tick no more than your program uses: a key that leaks can do no more either.
          </p>
          <ul className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {scopes.map((scope) => (
              <li key={scope.id}>
                <label className="flex items-start gap-3 py-1.5">
                  <Checkbox
                    name="scopes"
                    value={scope.id}
                    defaultChecked={chosen.includes(scope.id)}
                  />
                  <span className="text-[0.9375rem]">
                    {scope.label}
                    <span className="block text-sm text-faint">{scope.does}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <p id={`${fields.scopes.id}-error`} aria-live="polite" className="text-sm text-bad">
            {fields.scopes.errors?.[0]}
          </p>
        </fieldset>
        <div>
          <Button type="submit" busy={busy}>
            Create key
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
