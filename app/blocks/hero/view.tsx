import { Field } from "~/ui/editable-field";
import { CallToAction } from "~/ui/call-to-action";
import { Container } from "~/ui/container";
import { Halftone } from "~/ui/print-ornaments";
import { Eyebrow } from "~/ui/section";
import type { Block } from "../block";
import { Press } from "./press";

/** The top of the home page: what the product is, and its operations at work. */
export function Hero({ section }: { section: Block<"homeHero"> }) {
  const { eyebrow, headline, highlight, lead, primaryCta, secondaryCta, facts } = section;
  return (
    <section className="relative -mt-(--nav-height) overflow-hidden pt-(--nav-height)">
      <Halftone className="absolute -right-64 max-lg:-bottom-48 lg:-top-24 lg:-right-48 h-[52rem] w-[60rem] max-w-none [mask-image:radial-gradient(closest-side,#000_10%,transparent)] opacity-20" />
      <Container className="relative grid grid-cols-[minmax(0,1fr)] items-center gap-x-16 gap-y-12 pt-14 pb-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:pt-16 lg:pb-20">
        <div>
          {eyebrow && <Eyebrow className="mb-6">{eyebrow}</Eyebrow>}
          <Field as="h1" path="headline" className="text-display font-[650]">
            {highlighted(headline, highlight)}
          </Field>
          <Field as="p" path="lead" className="mt-6 max-w-xl text-lead text-muted">
            {lead}
          </Field>
          <div className="mt-9 flex flex-wrap gap-3 max-sm:*:w-full">
            <CallToAction link={primaryCta} variant="cta" size="lg" />
            <CallToAction link={secondaryCta} variant="outline" size="lg" />
          </div>
          {facts.length > 0 && (
            <dl className="mt-12 flex flex-wrap gap-x-5 gap-y-6 sm:gap-x-10">
              {facts.map((fact) => (
                <div
                  key={fact._key}
                  className="flex flex-col-reverse border-l border-line pl-3 sm:pl-4"
                >
                  <dt className="text-sm text-faint">{fact.label}</dt>
                  <dd className="font-mono text-xl leading-tight font-semibold tracking-tight sm:text-2xl">
                    {fact.value}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
        <Press operations={section.operations} />
      </Container>
    </section>
  );
}

/**
 * Null-safe, although the schema requires a headline: a half-written document must not crash the
 * page.
 */
function highlighted(headline: string | null, part: string | null) {
  const start = part && headline ? headline.indexOf(part) : -1;
  if (!part || !headline || start < 0) return headline;
  return (
    <>
      {headline.slice(0, start)}
      <em className="in-register text-action not-italic">{part}</em>
      {headline.slice(start + part.length)}
    </>
  );
}
