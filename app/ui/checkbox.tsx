import { cx } from "class-variance-authority";
import { forwardRef, type ComponentPropsWithoutRef } from "react";

/** A checkbox in the color of action; its target is 28 px. */
export const Checkbox = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<"input">>(
  function Checkbox({ className, ...rest }, ref) {
    return <input ref={ref} type="checkbox" className={cx("checkbox", className)} {...rest} />;
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
          "relative h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full border border-faint bg-surface-3 transition-colors",
          "before:absolute before:top-[3px] before:left-[3px] before:size-4 before:rounded-full before:bg-faint before:transition-[translate,background-color]",
          "checked:border-action checked:bg-action checked:before:translate-x-5 checked:before:bg-on-action",
          "disabled:cursor-not-allowed disabled:opacity-60 forced-colors:appearance-auto",
          className,
        )}
        {...rest}
      />
    );
  },
);
