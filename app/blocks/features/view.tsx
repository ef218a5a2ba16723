import { Suspense, useState } from "react";
import { GoTo, lazyPart } from "~/ui/lazy-component";
import { Accordion, AccordionItem } from "~/ui/accordion";
import { buttonVariants } from "~/ui/button-variants";
import { Icon } from "~/ui/icon";
import { Section } from "~/ui/section";
import { Tabs } from "~/ui/tabs";
import { FeatureCard, FeatureRow, type Feature } from "./feature-card";
import { headingFields, type Block } from "../block";

// Loads with the first press, not with the page.
const FeatureDialog = lazyPart(
  () => import("./feature-dialog"),
  ({ feature }) => feature && <GoTo path={feature.apiDocLink ?? "/docs"} />,
);

/** The features: a few categories in tabs, and all of them behind a button. */
export function Features({ section }: { section: Block<"homeFeatures"> }) {
  // Undefined until one is first requested; then the dialog stays, so that closing it gives the
  // focus back.
  const [shown, show] = useState<Feature | null>();
  const tabs = section.tabs.flatMap((slug) => {
    const category = section.categories.find((candidate) => candidate.slug === slug);
    if (!category) return [];
    return {
      id: category.slug,
      label: category.title,
      panel: <FeatureGrid features={category.features} onShow={show} />,
    };
  });

  return (
    <Section id="features" title={section.heading} intro={section.lead} fields={headingFields}>
      {tabs.length > 0 && (
        // All features are in the list below: without scripts, and for search engines.
        <Tabs label={section.heading} tabs={tabs} rendersOnlyOpened className="print:hidden" />
      )}
      <details className="group/all mt-8">
        <summary
          className={buttonVariants({ variant: "outline", className: "list-none print:hidden" })}
        >
          <span className="group-open/all:hidden">View All Features</span>
          <span className="hidden group-open/all:inline">Hide All Features</span>
          <Icon name="chevron-down" className="transition-transform group-open/all:rotate-180" />
        </summary>
        <Accordion className="mt-8">
          {section.categories.map((category) => (
            <AccordionItem
              key={category._id}
              defaultOpen
              title={
                <>
                  {category.title}
                  <span className="ml-3 font-mono text-sm text-faint">
                    {category.features.length}
                  </span>
                </>
              }
            >
              <ul className="-mx-3 grid sm:grid-cols-2 lg:grid-cols-3">
                {category.features.map((feature) => (
                  <li key={feature._id}>
                    <FeatureRow feature={feature} onShow={show} />
                  </li>
                ))}
              </ul>
            </AccordionItem>
          ))}
        </Accordion>
      </details>
      {shown !== undefined && (
        <Suspense>
          <FeatureDialog feature={shown} onClose={() => show(null)} />
        </Suspense>
      )}
    </Section>
  );
}

function FeatureGrid({
  features,
  onShow,
}: {
  features: Feature[];
  onShow: (feature: Feature) => void;
}) {
  return (
    <ul className="grid overflow-hidden rounded-lg border border-line bg-surface sm:grid-cols-2 lg:grid-cols-3">
      {features.map((feature) => (
        <li key={feature._id} className="-mr-px -mb-px border-r border-b border-line">
          <FeatureCard feature={feature} onShow={onShow} />
        </li>
      ))}
    </ul>
  );
}
