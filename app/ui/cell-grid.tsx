import { cx } from "class-variance-authority";
import type { ComponentPropsWithoutRef } from "react";

/**
 * A list set as a table of cells with hairlines between them, however many there are. Give it its
 * columns.
 */
export function CellGrid({ className, ...rest }: ComponentPropsWithoutRef<"ul">) {
  return (
    <ul
      className={cx("grid overflow-hidden rounded-lg border border-line bg-surface", className)}
      {...rest}
    />
  );
}

/** One cell. Its hairlines lie under those of the frame, so that none is drawn twice. */
export function Cell({ className, ...rest }: ComponentPropsWithoutRef<"li">) {
  return <li className={cx("-mt-px -ml-px border-t border-l border-line", className)} {...rest} />;
}
