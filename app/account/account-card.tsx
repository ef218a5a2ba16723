import type { ReactNode } from "react";
import { Container } from "~/ui/container";

/** The narrow sheet on which the account's forms stand. */
export function AccountCard({
  title,
  failure,
  footer,
  children,
}: {
  title: string;
  /** What went wrong, in words: stands here as well as in the toast, for those without JavaScript. */
  failure?: string | null;
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Container className="py-16 sm:py-24">
      <div className="mx-auto max-w-md rounded-lg border border-line bg-ink-900 p-6 sm:p-8">
        <h1 className="mb-6 text-2xl font-semibold tracking-tight">{title}</h1>
        {failure && (
          <p className="mb-6 rounded-lg border border-bad/50 px-4 py-3 text-bad" role="alert">
            {failure}
          </p>
        )}
        {children}
        {footer && <p className="mt-6 text-paper-2">{footer}</p>}
      </div>
    </Container>
  );
}
