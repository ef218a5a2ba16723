import { Form } from "@remix-run/react";
import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import type { BulkChange } from "@domain/administration/bulk";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";
import { banOptions, bulkChanges, roleOptions } from "./choices";
import { Select } from "./filter-select";

type Options = { value: string; label: string }[];

/**
 * The actions on a selection: forms that lead to its preview.
 *
 * @param intent the action that was chosen with the selection; without one all of them
 */
export function BulkChoice({
  ids,
  plans,
  intent: chosen,
}: {
  ids: string[];
  plans: Options;
  intent: BulkChange["intent"] | null;
}) {
  const fields: Record<BulkChange["intent"], ReactNode> = {
    role: <SelectField name="role" label="Role" options={roleOptions} initial="User" />,
    plan: <SelectField name="plan" label="Plan" options={plans} />,
    ban: <SelectField name="duration" label="Duration" options={banOptions} />,
  };
  return (
    <div className={cx("mt-6 grid gap-5", chosen ? "max-w-md" : "lg:grid-cols-3")}>
      {bulkChanges
        .filter(({ intent }) => !chosen || intent === chosen)
        .map(({ intent, label }) => (
          <BulkActionForm
            key={intent}
            ids={ids}
            intent={intent}
            title={label}
            reasonRequired={intent === "ban"}
          >
            {fields[intent]}
          </BulkActionForm>
        ))}
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
      className="grid content-start gap-4 rounded-lg border border-line bg-surface p-5"
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
