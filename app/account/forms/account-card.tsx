import { useEffect, useRef, type ReactNode } from "react";
import { Container } from "~/ui/container";
import { FormError } from "~/ui/field";
import { CropMarks, InkBar } from "~/ui/print-ornaments";
import { FailureNote } from "./failure-note";
import type { Failure } from "./form-failure";

/** The narrow card that holds the account's forms. */
export function AccountCard({
  title,
  lead,
  failure,
  problem,
  footer,
  children,
}: {
  title: string;
  /** What the page is for, in a sentence. */
  lead?: ReactNode;
  /** Why the card's form was refused. */
  failure?: Failure | null;
  /** Why the page has no form. */
  problem?: string;
  footer?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Container className="py-10 sm:py-20">
      <div className="relative mx-auto max-w-lg p-0 sm:p-7">
        <CropMarks className="max-sm:hidden" />
        <div className="overflow-hidden rounded-lg border border-line bg-surface">
          <InkBar className="h-1" />
          <div className="p-6 sm:p-9">
            <h1 className="text-[1.75rem] leading-tight font-semibold tracking-tight sm:text-[2rem]">
              {title}
            </h1>
            {lead && <p className="mt-3 text-muted">{lead}</p>}
            <div className="mt-6 empty:hidden">
              <FailureNote failure={failure} />
            </div>
            {problem && <Problem>{problem}</Problem>}
            {children && <div className="mt-7">{children}</div>}
          </div>
          {footer && (
            <div className="border-t border-line px-6 py-5 text-[0.9375rem] text-muted sm:px-9">
              {footer}
            </div>
          )}
        </div>
      </div>
    </Container>
  );
}

/**
 * Takes the focus when it appears: it may be the response to a form, and is what the user needs to
 * read next.
 */
function Problem({ children }: { children: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="mt-6">
      <FormError>{children}</FormError>
    </div>
  );
}

/** The style of a link in the text of an account page. */
export const textLink =
  "text-action underline decoration-action/40 underline-offset-4 transition-colors hover:decoration-action";
