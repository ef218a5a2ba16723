import { cx } from "class-variance-authority";
import type { DrawingName } from "../../../schemas/fields/drawing";
import { moves } from "./moves";
import spriteUrl from "./operations.svg?url";

interface OperationProps {
  name: DrawingName;
  className?: string;
}

/**
 * An operation, before and after, whose parts move into their places when it is shown. They are
 * symbols of the file that the small pictures are in: the drawings are no script.
 */
export function OperationDrawing({ name, className }: OperationProps) {
  return (
    <svg aria-hidden viewBox="0 0 96 56" className={cx("drawing", className)}>
      <use href={`${spriteUrl}#${name}-still`} />
      {moves[name].map((move, part) => (
        <g key={part} className={`moves-${move}`}>
          <use href={`${spriteUrl}#${name}-${part}`} />
        </g>
      ))}
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
