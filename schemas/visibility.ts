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

const notes = { scheduled: "Scheduled", live: null, ended: "Ended" };

/**
 * The line under a document's title in a list: that visitors do not see it yet or any more, then what else there is.
 *
 * @param window the document's `publishAt` and `unpublishAt`
 */
export function listSubtitle(window: Record<string, unknown>, ...others: unknown[]): string {
  return [notes[visibilityOf(window, new Date())], ...others].filter(Boolean).join(" · ");
}
