import { Field } from "~/ui/editable-field";
import { CallToAction } from "~/ui/call-to-action";
import { CodeText, CopyButton } from "~/ui/code-block";
import { Container } from "~/ui/container";
import { CropMarks, Halftone, InkBar } from "~/ui/print-ornaments";
import { Eyebrow } from "~/ui/section";
import { PlanOfCall } from "../sample-call/plan-of-call";
import { readCurlCall, type CurlCall } from "./curl-call";
import type { Block } from "../block";

/** The top of the home page: what the product is, and one call that shows it. */
export function Hero({ section }: { section: Block<"homeHero"> }) {
  const { eyebrow, headline, highlight, lead, primaryCta, secondaryCta, facts, sample } = section;
  return (
    <section className="relative -mt-(--nav-height) overflow-hidden pt-(--nav-height)">
      <Halftone className="absolute -right-64 max-lg:-bottom-48 lg:-top-24 lg:-right-48 h-[52rem] w-[60rem] max-w-none [mask-image:radial-gradient(closest-side,#000_10%,transparent)] opacity-20" />
      <Container className="relative grid grid-cols-[minmax(0,1fr)] items-center gap-x-16 gap-y-14 pt-14 pb-20 lg:grid-cols-[minmax(0,1.02fr)_minmax(0,0.98fr)] lg:pt-24 lg:pb-28">
        <div>
          {eyebrow && <Eyebrow className="mb-6">{eyebrow}</Eyebrow>}
          <Field as="h1" path="headline" className="text-display font-[650]">
            {highlighted(headline, highlight)}
          </Field>
          <Field as="p" path="lead" className="mt-6 max-w-xl text-lead text-paper-2">
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
                  <dt className="text-sm text-paper-3">{fact.label}</dt>
                  <dd className="font-mono text-xl leading-tight font-semibold tracking-tight sm:text-2xl">
                    {fact.value}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
        {sample && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <PressSheet sample={sample} />
            <PlanOfCall call={section.call} />
          </div>
        )}
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
      <em className="text-cyan not-italic">{part}</em>
      {headline.slice(start + part.length)}
    </>
  );
}

/** The call on a press sheet between its crop marks, and what comes off the press below. */
function PressSheet({ sample }: { sample: NonNullable<Block<"homeHero">["sample"]> }) {
  const call = readCurlCall(sample.code);
  return (
    <div className="relative sm:p-7">
      <CropMarks className="max-sm:hidden" />
      <div className="overflow-hidden rounded-lg border border-line-strong bg-ink-850">
        <InkBar />
        <div className="flex h-12 items-center gap-3 border-b border-line pr-2 pl-5 font-mono text-[0.8125rem]">
          {call ? (
            <>
              <span className="font-medium text-cyan">{call.method}</span>
              <span className="truncate text-paper-2">{call.path}</span>
            </>
          ) : (
            <span className="truncate text-paper-2">{sample.filename ?? sample.language}</span>
          )}
          <CopyButton text={sample.code} className="ml-auto" />
        </div>
        <CodeText code={sample} label="Example call" />
        {call?.output && <Outcome call={call} />}
      </div>
    </div>
  );
}

function Outcome({ call }: { call: CurlCall }) {
  const files = call.files.slice(0, 3);
  return (
    <div className="flex items-end gap-3 border-t border-dashed border-line-strong bg-ink-900 px-5 py-5">
      {files.map((file, index) => (
        <Sheet key={file} name={file} lines={4 + index} />
      ))}
      {files.length > 0 && (
        <span aria-hidden className="mb-9 flex min-w-6 flex-1 items-center text-paper-3">
          <span className="h-px flex-1 bg-current" />
          <svg viewBox="0 0 6 10" fill="none" stroke="currentColor" className="-ml-1.5 h-2.5">
            <path d="M1 1l4 4-4 4" />
          </svg>
        </span>
      )}
      <Sheet name={call.output ?? ""} lines={5} bound />
    </div>
  );
}

function Sheet({ name, lines, bound = false }: { name: string; lines: number; bound?: boolean }) {
  return (
    <span className="grid max-w-30 min-w-18 grid-cols-1 justify-items-center gap-2 max-sm:nth-[3]:hidden sm:max-w-32 sm:min-w-22">
      <svg aria-hidden viewBox="0 0 40 50" className="h-13">
        {bound && (
          <>
            <path d="M7 3h30v46H7z" className="fill-yellow" />
            <path d="M4.500 1.500h30v46h-30z" className="fill-magenta" />
          </>
        )}
        <path d={bound ? "M2 0h30v46H2z" : "M4 2h26l6 6v42H4z"} className="fill-paper" />
        {!bound && <path d="M30 2v6h6z" className="fill-paper-3" />}
        {bound && <path d="M2 0h5v46H2z" className="fill-cyan" />}
        {Array.from({ length: lines }, (_, line) => (
          <path
            key={line}
            d={`M${bound ? 11 : 9} ${13 + line * 5.5}h${line === lines - 1 ? 9 : 16}`}
            strokeWidth="2"
            className="stroke-paper-3"
          />
        ))}
      </svg>
      <span
        className={`w-full truncate text-center font-mono text-[0.6875rem] sm:text-xs ${bound ? "text-paper" : "text-paper-3"}`}
      >
        {name}
      </span>
    </span>
  );
}
