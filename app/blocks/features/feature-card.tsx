import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { SiteLink } from "~/ui/site-link";
import type { Block } from "../block";

export type Feature = Block<"homeFeatures">["categories"][number]["features"][number];

/**
 * A feature. A click opens its example call; without scripts, and with a modifier key, the link
 * leads to the documentation. A card marked as a solution link leads to the solution instead.
 */
export function FeatureCard({
  feature,
  onShow,
}: {
  feature: Feature;
  onShow: (feature: Feature) => void;
}) {
  const toSolution = feature.isSolutionLink && feature.solution;
  return (
    <SiteLink
      href={toSolution ? `/solutions/${feature.solution}` : feature.apiDocLink}
      aria-haspopup={toSolution ? undefined : "dialog"}
      onClick={(event) => {
        if (toSolution || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onShow(feature);
      }}
      className="group/card flex h-full flex-col p-6 -outline-offset-4 transition-colors hover:bg-ink-850 sm:p-7"
    >
      <span className="flex items-start justify-between gap-4">
        <Icon name={feature.icon} strokeWidth={1.5} className="size-7 text-cyan" />
        {feature.badgeText && <Badge tone="yellow">{feature.badgeText}</Badge>}
      </span>
      <h3 className="mt-5 text-[1.0625rem] font-semibold tracking-tight">{feature.title}</h3>
      <span className="mt-1.5 mb-5 block text-[0.9375rem] text-paper-2">{feature.desc}</span>
      <span className="mt-auto flex items-center justify-between gap-3 font-mono text-[0.8125rem] text-paper-3">
        <span className="truncate">
          {toSolution
            ? "Learn more"
            : feature.endpoint && `${feature.endpoint.method} ${feature.endpoint.path}`}
        </span>
        <Icon
          name="arrow-right"
          className="size-4 shrink-0 transition-[translate,color] group-hover/card:translate-x-0.5 group-hover/card:text-cyan"
        />
      </span>
    </SiteLink>
  );
}
