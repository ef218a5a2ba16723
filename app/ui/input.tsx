import { cx } from "class-variance-authority";
import { forwardRef, type ComponentPropsWithoutRef } from "react";

/** What all text controls share. 16 px of type: iOS zooms into anything smaller. */
export const controlClasses =
  "w-full rounded-lg border border-line-control bg-ink-900 px-3.5 text-base text-paper transition-colors placeholder:text-paper-3 hover:border-paper-3 focus-visible:border-cyan disabled:opacity-50 aria-invalid:border-bad";

/** A one-line text control. */
export const Input = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<"input">>(function Input(
  { className, type = "text", ...rest },
  ref,
) {
  return (
    <input ref={ref} type={type} className={cx(controlClasses, "h-11", className)} {...rest} />
  );
});
