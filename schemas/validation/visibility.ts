/** Whether visitors see a published document at a given time. */
export type Visibility = "scheduled" | "live" | "ended";

/**
 * Evaluates a published document's window, as the site's queries do: visible from `publishAt` until
 * `unpublishAt`, each open-ended when empty.
 *
 * @param now the time to evaluate
 */
export function visibilityOf(published: Record<string, unknown>, now: Date): Visibility {
  const { publishAt, unpublishAt } = published;
  if (typeof publishAt === "string" && new Date(publishAt) > now) return "scheduled";
  if (typeof unpublishAt === "string" && new Date(unpublishAt) <= now) return "ended";
  return "live";
}

const notes = { scheduled: "Scheduled", live: null, ended: "Ended" };

/**
 * The line under a document's title in a list: that visitors do not see it yet or anymore, then
 * anything else.
 *
 * @param window the document's `publishAt` and `unpublishAt`
 */
export function listSubtitle(window: Record<string, unknown>, ...others: unknown[]): string {
  return [notes[visibilityOf(window, new Date())], ...others].filter(Boolean).join(" · ");
}
