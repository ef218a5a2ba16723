import { cx } from "class-variance-authority";
import type { DrawingName } from "../../../schemas/fields/drawing";
import { drawings } from "./drawings";
import spriteUrl from "./operations.svg?url";

interface OperationProps {
  name: DrawingName;
  className?: string;
}

/** An operation, before and after, whose parts move into their places when it is shown. */
export function OperationDrawing({ name, className }: OperationProps) {
  const { before, after } = drawings[name];
  return (
    <svg aria-hidden viewBox="0 0 96 56" className={cx("drawing", className)}>
      {before}
      <path d="M44 28h7" className="stroke-paper-3" strokeWidth={1.2} />
      <path d="M50 25l4 3-4 3z" className="fill-paper-3" />
      {after}
    </svg>
  );
}

/** The same as a small picture that does not move; it is one of a file that pages share. */
export function OperationGlyph({ name, className }: OperationProps) {
  return (
    <svg aria-hidden width="96" height="56" className={className}>
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  );
}
