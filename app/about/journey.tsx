import type { AboutPageQueryResult } from "~/content/types.generated";
import { RegistrationMark } from "~/ui/print-ornaments";
import { Section } from "~/ui/section";

type Page = NonNullable<AboutPageQueryResult>;

/** The steps of the company along a ruler: downwards on a phone, across on a wide screen. */
export function Journey({ page }: { page: Page }) {
  if (page.timeline.length === 0) return null;
  return (
    <Section id="journey" title={page.journeyHeading || "Our journey"}>
      <div className="relative">
        <Ruler />
        <ol className="grid gap-y-10 max-lg:pl-9 lg:auto-cols-fr lg:grid-flow-col lg:gap-x-6 lg:pt-14">
          {page.timeline.map(({ _id, year, event, description }) => (
            <li key={_id} className="relative">
              <RegistrationMark className="absolute top-1.5 -left-9 size-[1.0625rem] -translate-x-1/2 rounded-full bg-ground text-mark lg:-top-14 lg:left-0 lg:translate-x-0 lg:-translate-y-1/2" />
              <p className="font-mono text-2xl leading-tight font-semibold tracking-tight">
                {year}
              </p>
              <h3 className="mt-3 leading-snug font-semibold">{event}</h3>
              <p className="mt-1.5 text-[0.9375rem] text-muted">{description}</p>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}

const downwards = "repeating-linear-gradient(var(--color-line-strong) 0 1px, transparent 1px 12px)";
const across =
  "repeating-linear-gradient(90deg, var(--color-line-strong) 0 1px, transparent 1px 12px)";

/** The edge of a ruler with its ticks. */
function Ruler() {
  return (
    <>
      <span
        aria-hidden
        style={{ backgroundImage: downwards }}
        className="absolute inset-y-0 left-0 w-2 border-l border-line-strong lg:hidden"
      />
      <span
        aria-hidden
        style={{ backgroundImage: across }}
        className="absolute inset-x-0 top-0 h-2.5 border-t border-line-strong max-lg:hidden"
      />
    </>
  );
}
