import { cx } from "class-variance-authority";
import spriteUrl from "./icons.svg?url";

interface IconProps {
  /** A name of schemas/objects/icon; nothing is drawn for an unknown one. */
  name: string | null;
  className?: string;
}

/** The icon that an editor chose. Decoration: the words stand beside it. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg
      aria-hidden
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx("size-6 shrink-0", className)}
    >
      {name && <use href={`${spriteUrl}#${name}`} />}
    </svg>
  );
}
