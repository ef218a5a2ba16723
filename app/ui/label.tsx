import { cx } from "class-variance-authority";
import type { ComponentPropsWithoutRef } from "react";

/** The name of a control. */
export function Label({
  className,
  htmlFor,
  children,
  ...rest
}: ComponentPropsWithoutRef<"label"> & { htmlFor: string }) {
  return (
    <label
      htmlFor={htmlFor}
      className={cx("text-[0.9375rem] font-medium text-foreground", className)}
      {...rest}
    >
      {children}
    </label>
  );
}
