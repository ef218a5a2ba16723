import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { useField } from "./editable-field";
import { Container } from "./container";
import { RegistrationMark, TrimMarks } from "./print-ornaments";

/** The line of small type above a title. */
export function Eyebrow({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p
      className={cx(
        "flex items-center gap-2.5 font-mono text-[0.8125rem] leading-snug text-faint",
        className,
      )}
    >
      <RegistrationMark className="text-mark" />
      {children}
    </p>
  );
}

interface SectionProps {
  id?: string;
  eyebrow?: string | null;
  title?: string | null;
  intro?: ReactNode;
  /** The document's fields that title and intro come from. */
  fields?: { title: string; intro?: string };
  /** Placed at the right end of the heading, below it on a phone. */
  aside?: ReactNode;
  children?: ReactNode;
  className?: string;
}

/**
 * A part of a page with its heading: hairline above, ticks where the line meets the page's measure.
 */
export function Section({
  id,
  eyebrow,
  title,
  intro,
  fields,
  aside,
  children,
  className,
}: SectionProps) {
  const field = useField();
  const labeled = id && title ? `${id}-title` : undefined;
  return (
    <section id={id} aria-labelledby={labeled} className={cx("border-t border-line", className)}>
      <Container className="relative py-14 sm:py-20 print:py-8">
        <TrimMarks />
        {(title || intro) && (
          <div className="mb-8 flex flex-wrap items-end justify-between gap-x-12 gap-y-6 sm:mb-10 print:break-after-avoid">
            <div className="max-w-2xl">
              {eyebrow && <Eyebrow className="mb-5">{eyebrow}</Eyebrow>}
              {title && (
                <h2
                  id={labeled}
                  className="text-heading font-semibold"
                  {...(fields && field(fields.title))}
                >
                  {title}
                </h2>
              )}
              {intro && (
                <div
                  className="mt-4 text-lead text-muted"
                  {...(fields?.intro && field(fields.intro))}
                >
                  {intro}
                </div>
              )}
            </div>
            {aside}
          </div>
        )}
        {children}
      </Container>
    </section>
  );
}
