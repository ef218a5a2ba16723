import { Container } from "~/ui/container";
import { RegistrationMark } from "~/ui/print-ornaments";
import { RichText, type TextBlock } from "~/ui/rich-text";

interface StatementProps {
  id: string;
  title: string;
  text: readonly TextBlock[];
}

/** A few sentences that the company stands by, set large. Renders nothing without text. */
export function Statement({ id, title, text }: StatementProps) {
  if (text.length === 0) return null;
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="border-t border-line bg-surface py-16 sm:py-24 print:py-8"
    >
      <Container>
        <h2
          id={`${id}-title`}
          className="flex items-center gap-2.5 font-mono text-[0.8125rem] leading-snug font-normal text-faint"
        >
          <RegistrationMark className="text-mark" />
          {title}
        </h2>
        <div className="mt-7 max-w-5xl text-[clamp(1.375rem,1.1rem+1.35vw,2.25rem)] leading-[1.3] font-medium tracking-[-0.02em] text-balance">
          <RichText value={text} />
        </div>
      </Container>
    </section>
  );
}

/** A longer text, with its heading beside it. */
export function Story({ id, title, text }: StatementProps) {
  if (text.length === 0) return null;
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="border-t border-line py-16 sm:py-24 print:py-8"
    >
      <Container className="grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <h2 id={`${id}-title`} className="text-heading font-semibold">
          {title}
        </h2>
        <div className="max-w-[46rem] text-lead text-muted [&_p:first-child]:text-foreground">
          <RichText value={text} />
        </div>
      </Container>
    </section>
  );
}
