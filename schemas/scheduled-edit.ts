import { z } from "zod";

/** The ids of scheduled edits begin with this; what follows is the published id of the document that is edited. */
export const scheduledEditPrefix = "scheduledEdit.";

export const scheduledEditId = (publishedId: string): string => scheduledEditPrefix + publishedId;

/**
 * An edit of a published document that the backend publishes at a moment. It is no type of the Studio: editors meet it in
 * the form of the document that it edits.
 */
export const scheduledEdit = z.object({
  _id: z.string().startsWith(scheduledEditPrefix),
  _type: z.literal("scheduledEdit"),
  /** The published id, and the type. */
  document: z.string(),
  documentType: z.string(),
  /** What was published when the edit was scheduled: another edit since then must not be undone. */
  baseRevision: z.string(),
  publishAt: z.iso.datetime(),
  /** The draft as JSON: as fields it would be found by queries and counted among references. */
  content: z.string(),
  /** Why it could not be published at its moment. */
  problem: z.string().nullish(),
});

/** What `content` holds once it is parsed. */
export const scheduledContent = z.looseObject({ _type: z.string() });

export type ScheduledEdit = z.infer<typeof scheduledEdit>;
