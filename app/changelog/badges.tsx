import { Badge, type BadgeProps } from "~/ui/badge";
import type { Change, Release } from "./release-changes";

const releaseTones: Record<Release["type"], BadgeProps["tone"]> = {
  "Major Version Release": "mark",
  "Feature Release": "action",
  "Improvement Release": "good",
  "Maintenance Update": "neutral",
};

/** The kind of a release. A kind that the Studio did not offer stays neutral. */
export function ReleaseBadge({ type }: { type: Release["type"] }) {
  return <Badge tone={releaseTones[type]}>{type}</Badge>;
}

const changeInks: Record<Change["type"], string> = {
  Breaking: "bg-bad",
  Security: "bg-mark",
  New: "bg-action",
  Improvement: "bg-good",
  Fix: "bg-highlight",
};

/** The patch of ink beside the name of a type of change. */
export function ChangeInk({ type }: { type: Change["type"] }) {
  return <i aria-hidden className={`size-2.5 shrink-0 rounded-full ${changeInks[type]}`} />;
}
