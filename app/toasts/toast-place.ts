import { cx } from "class-variance-authority";

/**
 * Where toasts are: below the bar, or at the foot of the window while the menu of a phone is open
 * below the bar.
 */
export const toastPlace = cx(
  "fixed top-(--nav-height) right-0 z-50 w-full max-w-md p-4",
  "[:root:has(details[data-menu][open])_&]:top-auto [:root:has(details[data-menu][open])_&]:bottom-0",
);
