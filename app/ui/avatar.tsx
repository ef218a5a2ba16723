import { cx } from "class-variance-authority";
import { useState } from "react";
import { initials } from "./format/initials";

/** The button around an avatar: large enough for a finger. */
export const avatarButtonClasses = "grid size-11 place-items-center rounded-full";

interface AvatarProps {
  name: string | null;
  /** The picture's URL; initials replace it without one, and when it does not load. */
  src: string | null;
  /** The length of an edge in px. */
  size?: number;
  className?: string;
}

/**
 * A person's picture or initials. Decoration: the name is beside it, or in the label of its button.
 */
export function Avatar({ name, src, size = 36, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span
      aria-hidden
      style={{ width: size, height: size, fontSize: size * 0.38 }}
      className={cx(
        "grid shrink-0 place-items-center overflow-hidden rounded-full border border-line-strong bg-surface-3 font-semibold text-foreground select-none",
        className,
      )}
    >
      {src && src !== failed ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          decoding="async"
          onError={() => setFailed(src)}
          className="size-full object-cover"
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}
