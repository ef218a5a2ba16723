import { cx } from "class-variance-authority";
import type { ComponentPropsWithoutRef } from "react";

/** A surface with a hairline around it. */
export function Card({ className, ...rest }: ComponentPropsWithoutRef<"div">) {
  return (
    <div
      className={cx("rounded-lg border border-line bg-surface p-6 sm:p-7", className)}
      {...rest}
    />
  );
}
