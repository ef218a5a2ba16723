import { cx } from "class-variance-authority";
import { forwardRef, type ComponentPropsWithoutRef } from "react";

/** What all text controls share. 16 px of type: iOS zooms into anything smaller. */
export const controlClasses =
  "w-full rounded-lg border border-line-control bg-surface px-3.5 text-base text-foreground transition-colors placeholder:text-faint hover:border-faint focus-visible:border-action disabled:opacity-50 aria-invalid:border-bad";

/** A one-line text control. */
export const Input = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<"input">>(function Input(
  { className, type = "text", ...rest },
  ref,
) {
  return (
    <input ref={ref} type={type} className={cx(controlClasses, "h-11", className)} {...rest} />
  );
});
