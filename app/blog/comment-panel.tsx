import type { ReactNode } from "react";

/** The panel of the comment form. */
export function CommentPanel({ children }: { children: ReactNode }) {
  return (
    <section
      aria-labelledby="leave-a-comment"
      data-print="hide"
      className="rounded-lg border border-line bg-surface p-6 sm:p-8"
    >
      <h2 id="leave-a-comment" className="text-xl font-semibold tracking-tight">
        Leave a Comment
      </h2>
      {children}
    </section>
  );
}

/** What became of a comment, above the fields. */
export function CommentStatus({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mt-4 rounded-lg border border-line-strong bg-surface-2 px-4 py-3">
      {children}
    </p>
  );
}
