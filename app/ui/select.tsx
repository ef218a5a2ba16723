import { cx } from "class-variance-authority";
import { forwardRef, type ComponentPropsWithoutRef } from "react";
import { Icon } from "./icon";
import { controlClasses } from "./input";

/** A single choice: the browser's own control, which every device can open. */
export const Select = forwardRef<HTMLSelectElement, ComponentPropsWithoutRef<"select">>(
  function Select({ className, children, ...rest }, ref) {
    return (
      <span className="relative block">
        <select
          ref={ref}
          className={cx(controlClasses, "h-11 appearance-none pr-10", className)}
          {...rest}
        >
          {children}
        </select>
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-faint"
        />
      </span>
    );
  },
);
