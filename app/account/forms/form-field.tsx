import { getInputProps, type FieldMetadata } from "@conform-to/react";
import type { ComponentPropsWithoutRef } from "react";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";

interface FormFieldProps extends Pick<
  ComponentPropsWithoutRef<"input">,
  "inputMode" | "className" | "autoCapitalize" | "spellCheck"
> {
  /** The field as conform knows it: name, last value, errors. */
  meta: FieldMetadata<string>;
  label: string;
  type: "text" | "email";
  autoComplete: string;
  hint?: string;
  optional?: boolean;
}

/** A text field of an account form. */
export function FormField({ meta, label, type, hint, optional, ...rest }: FormFieldProps) {
  const { name, defaultValue } = getInputProps(meta, { type });
  return (
    <Field id={meta.id} label={label} hint={hint} optional={optional} error={meta.errors}>
      {(control) => (
        <Input {...control} {...rest} name={name} type={type} defaultValue={defaultValue} />
      )}
    </Field>
  );
}
