import { cloneElement, forwardRef, isValidElement, type ComponentPropsWithoutRef } from "react";
import { buttonVariants, type ButtonVariants } from "./button-variants";

export interface ButtonProps extends ComponentPropsWithoutRef<"button">, ButtonVariants {
  /**
   * Gives its styles and attributes to the only child, an element such as a link, instead of to a
   * button.
   */
  asChild?: boolean;
  /**
   * Says that it does nothing at present. It can still be focused: a disabled button would lose its
   * place.
   */
  busy?: boolean;
}

/** A button. `type` is "button" unless said otherwise, so that none submits a form by accident. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { asChild = false, busy = false, variant, size, className, type = "button", children, ...rest },
  ref,
) {
  if (asChild) {
    // A tenth of Radix's Slot, which also merges handlers and refs: no link of ours has both.
    if (!isValidElement<{ className?: string }>(children)) return null;
    const own = children.props.className;
    return cloneElement(children, {
      ...rest,
      className: buttonVariants({ variant, size, className: [className, own] }),
    });
  }
  return (
    <button
      ref={ref}
      type={type}
      aria-disabled={busy || undefined}
      className={buttonVariants({ variant, size, className })}
      {...rest}
    >
      {children}
    </button>
  );
});
