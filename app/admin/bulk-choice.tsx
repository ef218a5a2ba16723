import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";
import { banOptions, roleOptions } from "./choices";
import { Select } from "./filter-select";

type Options = { value: string; label: string }[];

/** The actions on a selection: three forms that lead to its preview. */
export function BulkChoice({ ids, plans }: { ids: string[]; plans: Options }) {
  return (
    <div className="mt-6 grid gap-5 lg:grid-cols-3">
      <BulkActionForm ids={ids} intent="role" title="Change role">
        <SelectField name="role" label="Role" options={roleOptions} initial="User" />
      </BulkActionForm>
      <BulkActionForm ids={ids} intent="plan" title="Change plan">
        <SelectField name="plan" label="Plan" options={plans} />
      </BulkActionForm>
      <BulkActionForm ids={ids} intent="ban" title="Ban" reasonRequired>
        <SelectField name="duration" label="For" options={banOptions} />
      </BulkActionForm>
    </div>
  );
}

function BulkActionForm({
  ids,
  intent,
  title,
  reasonRequired = false,
  children,
}: {
  ids: string[];
  intent: string;
  title: string;
  reasonRequired?: boolean;
  children: ReactNode;
}) {
  return (
    <Form
      aria-label={title}
      className="grid content-start gap-4 rounded-lg border border-line bg-ink-900 p-5"
    >
      <h3 className="text-lg font-semibold">{title}</h3>
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <input type="hidden" name="intent" value={intent} />
      {children}
      <Field label="Reason" optional={!reasonRequired} required={reasonRequired}>
        {(control) => <Input {...control} name="reason" maxLength={500} autoComplete="off" />}
      </Field>
      <Button type="submit" size="sm" variant="outline" className="justify-self-start">
        Preview
      </Button>
    </Form>
  );
}

function SelectField({
  name,
  label,
  options,
  initial,
}: {
  name: string;
  label: string;
  options: Options;
  initial?: string;
}) {
  return (
    <Field label={label}>
      {(control) => <Select {...control} name={name} options={options} defaultValue={initial} />}
    </Field>
  );
}
