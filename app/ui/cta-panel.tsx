import type { ReactNode } from "react";
import { Container } from "./container";
import { CropMarks, Halftone } from "./print-ornaments";

interface ClosingPanelProps {
  title: string | null | undefined;
  text?: string | null;
  /** The buttons. */
  children: ReactNode;
}

/** The last part of a page, between crop marks: what to do next. */
export function ClosingPanel({ title, text, children }: ClosingPanelProps) {
  return (
    <section
      aria-labelledby={title ? "closing-title" : undefined}
      className="relative overflow-hidden border-t border-line"
      data-print="hide"
    >
      <Halftone className="absolute top-1/2 left-1/2 h-[40rem] w-[48rem] max-w-none -translate-1/2 [mask-image:radial-gradient(closest-side,#000,transparent)] opacity-12" />
      <Container className="relative py-16 sm:py-24">
        <div className="relative mx-auto max-w-3xl px-5 py-12 text-center sm:p-16">
          <CropMarks />
          {title && (
            <h2 id="closing-title" className="text-heading font-semibold">
              {title}
            </h2>
          )}
          {text && <p className="mx-auto mt-4 max-w-xl text-lead text-muted">{text}</p>}
          <div className="mt-8 flex flex-wrap justify-center gap-3 max-sm:*:w-full">{children}</div>
        </div>
      </Container>
    </section>
  );
}
