import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { LegalPageQueryResult } from "~/content/types.generated";
import { useField } from "~/ui/editable-field";
import { RichText } from "~/ui/rich-text";

type Section = NonNullable<LegalPageQueryResult>["sections"][number];

/** The number of a section as it is cited: 01, 02 … */
export function sectionNumber(index: number): string {
  return String(index + 1).padStart(2, "0");
}

interface LegalTextProps {
  sections: readonly Section[];
  /** Shown at the end of a section after its text. */
  after: (id: string) => ReactNode;
}

/** The numbered sections of a legal page, each with its anchor. */
export function LegalText({ sections, after }: LegalTextProps) {
  const field = useField();
  const place = (section: string) => `sections[_key=="${section}"]`;
  return (
    <div className="max-w-[44rem] min-w-0 divide-y divide-line">
      {sections.map(({ _key, id, title, content, subsections }, index) => (
        <section
          key={_key}
          id={id}
          aria-labelledby={`${id}-title`}
          className="py-10 first:pt-0 last:pb-0 sm:py-12 print:py-5"
        >
          <h2
            id={`${id}-title`}
            className="text-2xl leading-tight font-semibold tracking-tight"
            {...field(`${place(_key)}.title`)}
          >
            <Link
              to={{ hash: id }}
              className="grid items-baseline gap-y-2 sm:grid-cols-[2.5rem_1fr] decoration-action decoration-2 underline-offset-6 hover:underline"
            >
              <span aria-hidden className="font-mono text-[0.8125rem] font-normal text-faint">
                {sectionNumber(index)}
              </span>
              {title}
            </Link>
          </h2>
          <div className="mt-5 grid gap-6 text-[1.0625rem] leading-[1.7] text-muted sm:pl-10">
            {content.length > 0 && <RichText value={content} path={`${place(_key)}.content`} />}
            {subsections.map((subsection) => {
              const within = `${place(_key)}.subsections[_key=="${subsection._key}"]`;
              return (
                <div key={subsection._key}>
                  <h3
                    className="mb-2 text-lg leading-snug font-semibold text-foreground"
                    {...field(`${within}.title`)}
                  >
                    {subsection.title}
                  </h3>
                  <RichText value={subsection.content} path={`${within}.content`} />
                </div>
              );
            })}
            {after(id)}
          </div>
        </section>
      ))}
    </div>
  );
}
