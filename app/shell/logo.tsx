import { cx } from "class-variance-authority";
import { Link } from "@remix-run/react";
import { LogoMark } from "~/ui/print-ornaments";

/** The brand's mark and name, leading home. */
export function Logo({ name, className }: { name: string | null; className?: string }) {
  return (
    <Link
      to="/"
      className={cx(
        "inline-flex min-h-11 items-center gap-2.5 text-lg font-semibold tracking-tight",
        className,
      )}
    >
      <LogoMark />
      {name ?? "Home"}
    </Link>
  );
}
