import { cx } from "class-variance-authority";
import type { DrawingName } from "../../../schemas/fields/drawing";
import { moveOf } from "./moves";
import spriteUrl from "./operations.svg?url";

interface OperationProps {
  name: DrawingName;
  className?: string;
}

/**
 * An operation, before and after; its result slides into place when shown. Both drawings are
 * symbols of the sprite file, so they add no script.
 */
export function OperationDrawing({ name, className }: OperationProps) {
  return (
    <svg aria-hidden viewBox="0 0 96 56" className={cx("drawing", className)}>
      <use href={`${spriteUrl}#${name}-still`} />
      <g className={`moves-${moveOf(name)}`}>
        <use href={`${spriteUrl}#${name}-moving`} />
      </g>
    </svg>
  );
}

/** The same as a small picture that does not move. */
export function OperationGlyph({ name, className }: OperationProps) {
  return (
    <svg aria-hidden width="96" height="56" className={className}>
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  );
}
