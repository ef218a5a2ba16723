import { cx } from "class-variance-authority";
import type { ComponentPropsWithoutRef } from "react";
import { controlClasses } from "~/ui/input";

interface SelectProps extends ComponentPropsWithoutRef<"select"> {
  options: readonly { value: string; label: string }[];
}

/** The browser's own select. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <select
      className={cx(controlClasses, "h-11 text-ellipsis max-sm:pr-1 max-sm:pl-2.5", className)}
      {...rest}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
