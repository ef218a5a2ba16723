import { useField } from "~/ui/editable-field";
import { CallToAction } from "~/ui/call-to-action";
import { Container } from "~/ui/container";
import { CropMarks, Halftone } from "~/ui/print-ornaments";
import type { Block } from "../block";

/** The last call to action before the footer. */
export function ClosingCta({ section }: { section: Block<"homeClosingCta"> }) {
  const { heading, lead, primaryCta, secondaryCta, note } = section;
  const field = useField();
  return (
    <section
      aria-labelledby="closing-title"
      data-print="hide"
      className="relative overflow-hidden border-t border-line"
    >
      <Halftone className="absolute top-1/2 left-1/2 h-[44rem] w-[52rem] max-w-none -translate-1/2 [mask-image:radial-gradient(closest-side,#000,transparent)] opacity-15" />
      <Container className="relative py-20 sm:py-28">
        <div className="relative mx-auto max-w-3xl px-6 py-14 text-center sm:p-20">
          <CropMarks />
          <h2 id="closing-title" className="text-title font-semibold" {...field("heading")}>
            {heading}
          </h2>
          {lead && <p className="mx-auto mt-5 max-w-xl text-lead text-muted">{lead}</p>}
          <div className="mt-9 flex flex-wrap justify-center gap-3 max-sm:*:w-full">
            <CallToAction link={primaryCta} variant="cta" size="lg" />
            <CallToAction link={secondaryCta} variant="outline" size="lg" />
          </div>
          {note && <p className="mt-5 text-sm text-faint">{note}</p>}
        </div>
      </Container>
    </section>
  );
}
