import type { DocumentBadgeComponent, DocumentBadgeDescription } from "sanity";
import { visibilityOf, type Visibility } from "../schemas/visibility";

const when = (moment: unknown): string =>
  typeof moment === "string" ? new Date(moment).toLocaleString() : "";

/** Says that there are changes visitors do not see yet. */
export const DraftBadge: DocumentBadgeComponent = ({ draft, published }) =>
  draft && {
    label: "Draft",
    title: published ? "Has changes that are not published" : "Not published yet",
    color: "warning",
  };

/** Says whether visitors see the published version now. */
export const VisibilityBadge: DocumentBadgeComponent = ({ published }) => {
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
  return badges[visibilityOf(published, new Date())];
};
