import { useField } from "~/ui/editable-field";
import { Accordion, AccordionItem } from "~/ui/accordion";
import { Container } from "~/ui/container";
import { TrimMarks } from "~/ui/print-ornaments";
import { RichText } from "~/ui/rich-text";
import type { Block } from "../block";
import { questionAnchor } from "./question-anchor";

/** Questions and their answers, the heading beside them. */
export function Faq({ section }: { section: Block<"homeFaq"> }) {
  const field = useField();
  return (
    <section id="faq" aria-labelledby="faq-title" className="border-t border-line bg-surface">
      <Container className="relative grid gap-x-16 gap-y-10 py-14 sm:py-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]">
        <TrimMarks />
        <div className="self-start lg:sticky lg:top-[calc(var(--nav-height)+3rem)]">
          <h2 id="faq-title" className="text-heading font-semibold" {...field("heading")}>
            {section.heading}
          </h2>
          {section.lead && <p className="mt-4 text-lead text-muted">{section.lead}</p>}
        </div>
        <Accordion>
          {section.questions.map(({ _id, question, answer }) => (
            <AccordionItem key={_id} id={questionAnchor(_id)} title={question}>
              <RichText value={answer} />
            </AccordionItem>
          ))}
        </Accordion>
      </Container>
    </section>
  );
}
