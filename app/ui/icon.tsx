import { cx } from "class-variance-authority";
import type { iconNames } from "../../schemas/objects/icon";
import spriteUrl from "./icons.svg?url";
import type { interfaceIcons } from "./interface-icons";

export type IconName = (typeof interfaceIcons | typeof iconNames)[number];

interface IconProps {
  /** Nothing is rendered where an editor chose no icon. */
  name: IconName | null;
  strokeWidth?: 1.5 | 2;
  className?: string;
}

/**
 * An icon, 24 px large unless a class says otherwise. Decoration: the text is beside it. What all
 * icons share is in app.css, because a page has two hundred of them.
 */
export function Icon({ name, strokeWidth = 2, className }: IconProps) {
  return (
    <svg aria-hidden className={cx("icon", strokeWidth === 1.5 && "icon-thin", className)}>
      {name && <use href={`${spriteUrl}#${name}`} />}
    </svg>
  );
}
