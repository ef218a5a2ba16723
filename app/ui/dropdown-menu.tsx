import * as Menu from "@radix-ui/react-dropdown-menu";
import { cx } from "class-variance-authority";
import type { ComponentPropsWithoutRef } from "react";

/*
 * Menus on Radix, with its timings: the letters of a type-ahead are forgotten after 1 s. Load the
 * module lazily on public pages: it weighs 32 kB.
 */

const panel =
  "z-50 min-w-52 rounded-lg border border-line-strong bg-surface p-1 text-[0.9375rem] text-foreground data-[state=open]:animate-rise";
const item =
  "flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none select-none data-[highlighted]:bg-surface-3 data-[disabled]:pointer-events-none data-[disabled]:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint";

export const DropdownMenu = Menu.Root;
export const DropdownMenuTrigger = Menu.Trigger;

/**
 * The panel of a menu, below its trigger and within its landmark: in a portal at the end of the
 * page it would have none.
 */
export function DropdownMenuContent({
  className,
  sideOffset = 8,
  ...rest
}: ComponentPropsWithoutRef<typeof Menu.Content>) {
  return <Menu.Content sideOffset={sideOffset} className={cx(panel, className)} {...rest} />;
}

/** One choice of a menu; `asChild` for links. */
export function DropdownMenuItem({
  className,
  ...rest
}: ComponentPropsWithoutRef<typeof Menu.Item>) {
  return <Menu.Item className={cx(item, className)} {...rest} />;
}

export function DropdownMenuLabel({
  className,
  ...rest
}: ComponentPropsWithoutRef<typeof Menu.Label>) {
  return <Menu.Label className={cx("px-2.5 py-1.5 text-sm text-faint", className)} {...rest} />;
}

export function DropdownMenuSeparator() {
  return <Menu.Separator className="-mx-1 my-1 h-px bg-line" />;
}
