import type { ComponentPropsWithoutRef } from "react";
import { Select as PlainSelect } from "~/ui/select";

interface SelectProps extends ComponentPropsWithoutRef<"select"> {
  options: readonly { value: string; label: string }[];
}

/** A single choice among options with labels. */
export function Select({ options, ...rest }: SelectProps) {
  return (
    <PlainSelect {...rest}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </PlainSelect>
  );
}
