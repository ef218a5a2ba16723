import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { OperationGlyph } from "~/ui/operations/operation-drawing";
import { SiteLink } from "~/ui/site-link";
import type { DocsCategory, DocsFeature } from "./docs-index";
import { Endpoint } from "./endpoint";

/** Features by category, each with its description and its call. */
export function FeatureList({ index }: { index: readonly DocsCategory[] }) {
  return (
    <div className="grid gap-12">
      {index.map(({ title, slug, description, features }) => (
        <section key={slug} id={`features-${slug}`} aria-labelledby={`features-${slug}-title`}>
          <h3 id={`features-${slug}-title`} className="text-xl font-semibold tracking-tight">
            {title}
          </h3>
          {description && <p className="mt-1 text-[0.9375rem] text-muted">{description}</p>}
          <ul className="mt-5 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
            {features.map((feature) => (
              <li key={feature.slug}>
                <FeatureRow feature={feature} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function FeatureRow({
  feature: { title, slug, desc, drawing, badge, endpoint },
}: {
  feature: DocsFeature;
}) {
  return (
    <div className="group/row relative grid gap-x-8 gap-y-2 p-5 transition-colors hover:bg-surface-2 sm:pr-14 md:grid-cols-[6rem_minmax(0,1fr)] md:items-center xl:grid-cols-[6rem_minmax(0,1fr)_19rem]">
      <div className="max-md:hidden md:max-xl:row-span-2">
        {drawing && <OperationGlyph name={drawing} className="h-14 w-24" />}
      </div>
      <div className="min-w-0">
        <h4 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <SiteLink
            href={`/docs/${slug}`}
            className="-outline-offset-2 after:absolute after:inset-0"
          >
            {title}
          </SiteLink>
          {badge && <Badge tone="mark">{badge}</Badge>}
        </h4>
        <p className="mt-1 text-[0.9375rem] leading-normal text-muted">{desc}</p>
      </div>
      {endpoint && <Endpoint endpoint={endpoint} className="text-[0.8125rem]" />}
      <Icon
        name="arrow-right"
        className="absolute top-1/2 right-5 size-4 -translate-y-1/2 text-faint transition-[translate,color] group-hover/row:translate-x-0.5 group-hover/row:text-action max-sm:hidden"
      />
    </div>
  );
}
