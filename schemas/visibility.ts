/** Whether visitors see a published document at a moment. */
export type Visibility = "scheduled" | "live" | "ended";

/**
 * Reads a published document's window, as the site's queries do: visible from `publishAt` until `unpublishAt`, each
 * open-ended when empty.
 *
 * @param now the moment to judge
 */
export function visibilityOf(published: Record<string, unknown>, now: Date): Visibility {
  const { publishAt, unpublishAt } = published;
  if (typeof publishAt === "string" && new Date(publishAt) > now) return "scheduled";
  if (typeof unpublishAt === "string" && new Date(unpublishAt) <= now) return "ended";
  return "live";
}
