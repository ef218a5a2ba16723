import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { Field } from "./editable-field";
import { Container } from "./container";
import { Halftone } from "./print-ornaments";

interface PageHeroProps {
  breadcrumbs: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  /** The document's fields that title and lead come from. */
  fields?: { title: string; lead: string };
  /** Placed beside the text, below it on a phone. */
  aside?: ReactNode;
  /** What follows the lead: buttons, facts. */
  children?: ReactNode;
}

/**
 * The head of a page: its breadcrumbs, its title and its lead, under the transparent navigation
 * bar.
 */
export function PageHero({
  breadcrumbs,
  title,
  lead,
  fields = { title: "heading", lead: "lead" },
  aside,
  children,
}: PageHeroProps) {
  return (
    <header className="relative -mt-(--nav-height) overflow-hidden pt-(--nav-height) print:mt-0 print:pt-0">
      <Halftone className="absolute -top-40 -right-64 h-[40rem] w-[46rem] max-w-none [mask-image:radial-gradient(closest-side,#000_5%,transparent)] opacity-15 print:hidden" />
      <Container
        className={cx(
          "relative pt-10 pb-14 sm:pt-16 sm:pb-20",
          aside &&
            "grid items-center gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,0.95fr)]",
        )}
      >
        <div>
          {breadcrumbs}
          <Field as="h1" path={fields.title} className="max-w-4xl text-title font-semibold">
            {title}
          </Field>
          {lead && (
            <Field path={fields.lead} className="mt-5 max-w-2xl text-lead text-pretty text-muted">
              {lead}
            </Field>
          )}
          {children}
        </div>
        {aside}
      </Container>
    </header>
  );
}
