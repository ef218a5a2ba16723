import { z } from "zod";

/**
 * The ids of scheduled edits begin with this; what follows is the published id of the document that
 * is edited.
 */
export const scheduledEditPrefix = "scheduledEdit.";

export const scheduledEditId = (publishedId: string): string => scheduledEditPrefix + publishedId;

/**
 * An edit of a published document that the backend publishes at a set time. It is not a type of the
 * Studio: editors see it in the form of the document that it edits.
 */
export const scheduledEdit = z.object({
  _id: z.string().startsWith(scheduledEditPrefix),
  _type: z.literal("scheduledEdit"),
  /** The published id, and the type. */
  document: z.string(),
  documentType: z.string(),
  /** The published revision when the edit was scheduled: a later edit must not be undone. */
  baseRevision: z.string(),
  publishAt: z.iso.datetime(),
  /** The draft as JSON: as fields it would be found by queries and counted among references. */
  content: z.string(),
  /** Why it could not be published at its time. */
  problem: z.string().nullish(),
});

/** What `content` holds once it is parsed. */
export const scheduledContent = z.looseObject({ _type: z.string() });

export type ScheduledEdit = z.infer<typeof scheduledEdit>;
