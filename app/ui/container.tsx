import { cx } from "class-variance-authority";
import type { ComponentPropsWithoutRef } from "react";

/** The measure of the page: 1200 px at most, with the page's margins. */
export function Container({ className, ...rest }: ComponentPropsWithoutRef<"div">) {
  return <div className={cx("mx-auto w-full max-w-[78rem] px-5 sm:px-6", className)} {...rest} />;
}
