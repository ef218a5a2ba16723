import { cx } from "class-variance-authority";
import { Editing, useField } from "~/ui/editable-field";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { planAmount } from "~/ui/format/plan-price";
import { PlanMark } from "~/plans/plan-feature-icon";
import { Section } from "~/ui/section";
import { SiteLink } from "~/ui/site-link";
import { headingFields, type Block } from "../block";

type Plan = Block<"homePricing">["plans"][number];

/** The plans side by side. */
export function Pricing({ section }: { section: Block<"homePricing"> }) {
  return (
    <Section id="pricing" title={section.heading} intro={section.lead} fields={headingFields}>
      <ul className="grid gap-x-4 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {section.plans.map((plan) => (
          <Editing key={plan._id} id={plan._id} type="plan">
            <PlanCard plan={plan} />
          </Editing>
        ))}
      </ul>
      {section.note && <p className="mt-8 text-sm text-faint">{section.note}</p>}
    </Section>
  );
}

function PlanCard({ plan }: { plan: Plan }) {
  const field = useField();
  return (
    <li
      className={cx(
        "relative row-span-6 grid grid-rows-subgrid gap-y-0 rounded-lg border p-6 sm:p-7",
        plan.popular ? "border-action bg-surface-2" : "border-line bg-surface",
      )}
    >
      {plan.popular && (
        <Badge tone="solid" className="absolute -top-3 left-6 sm:left-7">
          Most Popular
        </Badge>
      )}
      <h3 className="text-[1.0625rem] font-semibold" {...field("name")}>
        {plan.name}
      </h3>
      <p className="mt-1 text-sm text-faint">{plan.description}</p>
      <p className="mt-5 flex flex-wrap items-baseline gap-x-1.5 self-end">
        {plan.isStartingPrice && <span className="text-sm text-faint">from</span>}
        <span
          className="font-mono text-[2.5rem] leading-none font-semibold tracking-tighter"
          {...field("price")}
        >
          {planAmount(plan)}
        </span>
        {plan.period && <span className="text-sm text-faint">/{plan.period}</span>}
      </p>
      <ul
        className="mt-6 mb-8 grid content-start gap-2.5 text-[0.9375rem] text-muted"
        {...field("features")}
      >
        {plan.features.map((line) => (
          <li key={line} className="flex gap-2.5">
            <PlanMark line={line} className="mt-1" />
            {line}
          </li>
        ))}
      </ul>
      <Button asChild variant={plan.popular ? "default" : "outline"} className="self-end">
        <SiteLink href={plan.ctaLink}>{plan.ctaText}</SiteLink>
      </Button>
      <p className="text-center text-sm text-faint not-empty:mt-3">{plan.note}</p>
    </li>
  );
}
