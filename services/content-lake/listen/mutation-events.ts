import { z } from "zod";
import type { Change, Commit } from "../commit";
import { type Document, isPublishedId } from "../document";

/** https://www.sanity.io/docs/http-listen, as @sanity/client 7.28 sends them. */
export const listenOptions = z.object({
  includeResult: z.boolean().default(false),
  includePreviousRevision: z.boolean().default(false),
  includeMutations: z.boolean().default(true),
  /** Drafts and versions too. */
  includeAllVersions: z.boolean().default(true),
  effectFormat: z.literal("mendoza").optional().catch(undefined),
});

export type ListenOptions = z.infer<typeof listenOptions>;

/** One document's part in one transaction, as the client's MutationEvent. */
export type MutationEvent = Record<string, unknown> & { eventId: string };

/** A change of a document that matches a listener's query. */
export interface Wanted extends Change {
  transition: "update" | "appear" | "disappear";
}

export type Matches = (document: Document | undefined, time: "before" | "after") => boolean;

/** The changes of documents that match a query before or after them. */
export function wantedOf(
  changes: readonly Change[],
  options: ListenOptions,
  matches: Matches,
): Wanted[] {
  return changes.flatMap((change) => {
    if (!options.includeAllVersions && !isPublishedId(change.id)) return [];
    const transition = transitionOf(
      matches(change.before, "before"),
      matches(change.after, "after"),
    );
    return transition ? [{ ...change, transition }] : [];
  });
}

/** Whether a document enters a listener's result set, leaves it, or changes within it. */
function transitionOf(before: boolean, after: boolean) {
  if (before && after) return "update";
  if (after) return "appear";
  return before ? "disappear" : undefined;
}

/** The events of a commit for a listener, each with its index among them. */
export function* eventsOf(
  { transactionId, timestamp, author }: Commit,
  wanted: readonly Wanted[],
  options: ListenOptions,
): Generator<MutationEvent> {
  for (const [index, { id, before, after, transition, ...change }] of wanted.entries()) {
    yield {
      eventId: `${transactionId}#${id}`,
      documentId: id,
      transactionId,
      identity: author,
      ...(options.includeMutations ? { mutations: change.mutations } : {}),
      ...(before ? { previousRev: before._rev } : {}),
      resultRev: transactionId,
      ...(options.includeResult && after ? { result: after } : {}),
      ...(options.includePreviousRevision ? { previous: before ?? null } : {}),
      ...(options.effectFormat === "mendoza" ? { effects: change.effects } : {}),
      timestamp,
      visibility: "query",
      transition,
      transactionTotalEvents: wanted.length,
      transactionCurrentEvent: index + 1,
    };
  }
}
