import { CodeBlock } from "~/ui/code-block";
import { Section } from "~/ui/section";
import { PlanOfCall } from "../sample-call/plan-of-call";
import { headingFields, type Block } from "../block";

/** The developer's steps from a key to a file, beside the call. */
export function HowItWorks({ section }: { section: Block<"homeHowItWorks"> }) {
  return (
    <Section
      id="how-it-works"
      title={section.heading}
      intro={section.lead}
      fields={headingFields}
      className="bg-surface"
    >
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
        <ol>
          {section.steps.map((step, index) => (
            <li key={step._key} className="group/step grid grid-cols-[auto_1fr] gap-x-5">
              <span className="flex flex-col items-center">
                <span className="grid size-9 place-items-center rounded-full border border-line-strong bg-ground font-mono text-sm text-action">
                  {index + 1}
                </span>
                <span className="w-px flex-1 bg-line group-last/step:hidden" />
              </span>
              <div className="pt-1 pb-9 group-last/step:pb-0">
                <h3 className="text-[1.0625rem] font-semibold tracking-tight">{step.title}</h3>
                <p className="mt-1.5 text-muted">{step.description}</p>
              </div>
            </li>
          ))}
        </ol>
        {section.sample && (
          <div className="grid gap-3 lg:sticky lg:top-24">
            <CodeBlock code={section.sample} />
            <PlanOfCall call={section.call} />
          </div>
        )}
      </div>
    </Section>
  );
}
