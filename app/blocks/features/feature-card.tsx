import type { MouseEvent } from "react";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { OperationGlyph } from "~/ui/operations/operation-drawing";
import { SiteLink } from "~/ui/site-link";
import type { Block } from "../block";

export type Feature = Block<"homeFeatures">["categories"][number]["features"][number];

interface FeatureProps {
  feature: Feature;
  onShow: (feature: Feature) => void;
}

/**
 * Where a feature leads. A click opens its example call; without scripts, and with a modifier key,
 * the link leads to the documentation. A feature marked as a solution link leads to the solution
 * instead.
 */
function linkOf({ feature, onShow }: FeatureProps) {
  if (feature.isSolutionLink && feature.solution)
    return { href: `/solutions/${feature.solution}`, "aria-haspopup": undefined };
  return {
    href: feature.apiDocLink,
    "aria-haspopup": "dialog" as const,
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      onShow(feature);
    },
  };
}

const callOf = ({ isSolutionLink, solution, endpoint }: Feature) =>
  isSolutionLink && solution ? "Learn more" : endpoint && `${endpoint.method} ${endpoint.path}`;

/** A feature with its drawing. */
export function FeatureCard(props: FeatureProps) {
  const { feature } = props;
  return (
    <SiteLink
      {...linkOf(props)}
      className="group/card flex h-full flex-col p-6 -outline-offset-4 transition-colors hover:bg-surface-2"
    >
      <span className="flex items-start justify-between gap-4">
        {feature.drawing ? (
          <OperationGlyph name={feature.drawing} className="h-14 w-24" />
        ) : (
          <Icon name={feature.icon} strokeWidth={1.5} className="size-7 text-action" />
        )}
        {feature.badgeText && <Badge tone="highlight">{feature.badgeText}</Badge>}
      </span>
      <h3 className="mt-6 text-[1.0625rem] font-semibold tracking-tight group-hover/card:text-action">
        {feature.title}
      </h3>
      <span className="mt-1.5 mb-4 block text-[0.9375rem] text-muted">{feature.desc}</span>
      <span className="mt-auto truncate font-mono text-[0.8125rem] text-faint">
        {callOf(feature)}
      </span>
    </SiteLink>
  );
}

/** A feature in a list of all: its name, its call and its description in two lines. */
export function FeatureRow(props: FeatureProps) {
  const { feature } = props;
  return (
    <SiteLink
      {...linkOf(props)}
      className="group/row flex h-full items-center gap-4 rounded-md p-3 transition-colors hover:bg-surface-2"
    >
      {feature.drawing && <OperationGlyph name={feature.drawing} className="h-8 w-14 shrink-0" />}
      <div className="min-w-0">
        <h3 className="font-medium group-hover/row:text-action">{feature.title}</h3>
        <span className="block truncate font-mono text-xs text-faint">{callOf(feature)}</span>
      </div>
    </SiteLink>
  );
}
