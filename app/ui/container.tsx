import { cx } from "class-variance-authority";
import type { ComponentPropsWithoutRef } from "react";

/** The width of the page: at most 1200 px, with the page's margins. */
export function Container({ className, ...rest }: ComponentPropsWithoutRef<"div">) {
  return <div className={cx("mx-auto w-full max-w-[78rem] px-5 sm:px-6", className)} {...rest} />;
}
