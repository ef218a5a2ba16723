import { cx } from "class-variance-authority";
import { forwardRef, type ComponentPropsWithoutRef } from "react";

/** A checkbox in the color of action; its target is 28 px. */
export const Checkbox = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<"input">>(
  function Checkbox({ className, ...rest }, ref) {
    return (
      <input
        ref={ref}
        type="checkbox"
        className={cx(
          "relative size-5 shrink-0 cursor-pointer appearance-none rounded-md border border-line-control bg-ink-950 transition-colors after:absolute after:-inset-1 hover:border-paper-3",
          "before:absolute before:top-px before:left-1.5 before:h-3 before:w-1.5 before:rotate-45 before:border-r-2 before:border-b-2 before:border-cyan-ink before:opacity-0 checked:border-cyan checked:bg-cyan checked:before:opacity-100",
          "indeterminate:border-cyan indeterminate:bg-cyan indeterminate:before:top-1 indeterminate:before:h-2 indeterminate:before:w-0 indeterminate:before:rotate-90 indeterminate:before:opacity-100",
          "disabled:cursor-not-allowed disabled:opacity-50 forced-colors:appearance-auto",
          className,
        )}
        {...rest}
      />
    );
  },
);

/** A checkbox with the role and look of a switch: for settings that are on or off. */
export const Switch = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<"input">>(
  function Switch({ className, ...rest }, ref) {
    return (
      <input
        ref={ref}
        type="checkbox"
        role="switch"
        className={cx(
          "relative h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full border border-paper-3 bg-ink-800 transition-colors",
          "before:absolute before:top-[3px] before:left-[3px] before:size-4 before:rounded-full before:bg-paper-3 before:transition-[translate,background-color]",
          "checked:border-cyan checked:bg-cyan checked:before:translate-x-5 checked:before:bg-cyan-ink",
          "disabled:cursor-not-allowed disabled:opacity-60 forced-colors:appearance-auto",
          className,
        )}
        {...rest}
      />
    );
  },
);
