import { useEffect, useState } from "react";
import type { DocumentBadgeComponent, DocumentBadgeDescription } from "sanity";
import { localTime } from "../local-time";
import { visibilityOf, type Visibility } from "../../schemas/validation/visibility";

const when = (time: unknown): string => (typeof time === "string" ? localTime(time) : "");

/** Shows that there are changes that visitors do not see yet. */
export const DraftBadge: DocumentBadgeComponent = ({ draft, published }) =>
  draft && {
    label: "Draft",
    title: published ? "Has changes that are not published" : "Not published yet",
    color: "warning",
  };

/**
 * Shows that publishing hides what visitors see now: the field's own warning is on another tab of
 * the form, or in a tooltip.
 */
export const HidingBadge: DocumentBadgeComponent = ({ draft, published }) => {
  const now = useNow([draft?.publishAt, published?.publishAt, published?.unpublishAt]);
  if (!draft || !published || visibilityOf(published, now) !== "live") return null;
  if (visibilityOf(draft, now) === "live") return null;
  return {
    label: "Publishing hides it",
    title: "Visitors see this now. When you publish, it disappears right away.",
    color: "danger",
  };
};

/** Rerenders a badge when the next of the times has come: a form may stay open past it. */
function useNow(times: readonly unknown[]): Date {
  const [now, setNow] = useState(() => new Date());
  const next = times
    .flatMap((time) => (typeof time === "string" ? Date.parse(time) : []))
    .filter((time) => time > now.getTime())
    .sort((a, b) => a - b)[0];
  useEffect(() => {
    if (next === undefined) return;
    // A timer lasts 24 days at most; then it checks again.
    const wait = Math.min(next - Date.now(), 2 ** 31 - 1);
    const timer = setTimeout(() => setNow(new Date()), wait);
    return () => clearTimeout(timer);
  }, [next, now]);
  return now;
}

/** Shows whether visitors see the published version now. */
export const VisibilityBadge: DocumentBadgeComponent = ({ published }) => {
  const now = useNow([published?.publishAt, published?.unpublishAt]);
  if (!published) return null;
  if (published._type === "notice") {
    return published.isShown === true
      ? { label: "Shown", title: "Visitors see it on every page", color: "danger" }
      : { label: "Not shown", title: "Visitors do not see it" };
  }
  const badges: Record<Visibility, DocumentBadgeDescription> = {
    live: { label: "Live", title: "Visitors see it", color: "success" },
    scheduled: {
      label: "Scheduled",
      title: `Visitors see it from ${when(published.publishAt)}`,
      color: "primary",
    },
    ended: {
      label: "Ended",
      title: `Visitors saw it until ${when(published.unpublishAt)}`,
      color: "danger",
    },
  };
  return badges[visibilityOf(published, now)];
};
