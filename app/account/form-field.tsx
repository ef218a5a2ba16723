import { getInputProps, type FieldMetadata } from "@conform-to/react";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";

interface FormFieldProps {
  /** The field as conform knows it: name, last value, errors. */
  meta: FieldMetadata<string>;
  label: string;
  type: "text" | "email" | "password";
  autoComplete: string;
  hint?: string;
}

/** A text field of an account form. */
export function FormField({ meta, label, type, autoComplete, hint }: FormFieldProps) {
  const { name, defaultValue } = getInputProps(meta, { type });
  return (
    <Field id={meta.id} label={label} hint={hint} error={meta.errors}>
      {(control) => (
        <Input
          {...control}
          name={name}
          type={type}
          defaultValue={defaultValue}
          autoComplete={autoComplete}
        />
      )}
    </Field>
  );
}
