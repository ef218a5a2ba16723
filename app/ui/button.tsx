import { Slot } from "@radix-ui/react-slot";
import { forwardRef, type ComponentPropsWithoutRef } from "react";
import { buttonVariants, type ButtonVariants } from "./button-variants";

export interface ButtonProps extends ComponentPropsWithoutRef<"button">, ButtonVariants {
  /** Gives the looks to the only child (a link, say) instead of to a button. */
  asChild?: boolean;
}

/** A button. `type` is "button" unless said otherwise, so that none submits a form by accident. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { asChild = false, variant, size, className, type = "button", ...rest },
  ref,
) {
  const classes = buttonVariants({ variant, size, className });
  if (asChild) return <Slot ref={ref} className={classes} {...rest} />;
  return <button ref={ref} type={type} className={classes} {...rest} />;
});
