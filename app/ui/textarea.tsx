import { cx } from "class-variance-authority";
import { forwardRef, type ComponentPropsWithoutRef } from "react";
import { controlClasses } from "./input";

/** A text control of several lines; grows with its text where the browser can. */
export const Textarea = forwardRef<HTMLTextAreaElement, ComponentPropsWithoutRef<"textarea">>(
  function Textarea({ className, rows = 5, ...rest }, ref) {
    return (
      <textarea
        ref={ref}
        rows={rows}
        className={cx(controlClasses, "field-sizing-content min-h-32 py-2.5", className)}
        {...rest}
      />
    );
  },
);
