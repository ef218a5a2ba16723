import { z } from "zod";
import { uuid } from "@domain/accounts/uuid";
import { storable } from "@domain/database/storable-text";
import type { commentStates } from "@domain/database/tables.server";

export type CommentState = (typeof commentStates)[number];

/** The states in words. */
export const commentStateNames: Record<CommentState, string> = {
  pending: "Pending",
  approved: "Approved",
  rejected: "Rejected",
  spam: "Spam",
};

/** The parameters of the page's URL. Without a state it is the queue: those that wait. */
export const commentFilter = z.object({
  q: storable(100),
  state: z.enum(["pending", "approved", "rejected", "spam", "all"]).default("pending"),
  article: z
    .string()
    .regex(/^[A-Za-z0-9._-]{0,128}$/)
    .default(""),
  after: z.string().max(500).optional(),
});

export type CommentFilter = z.infer<typeof commentFilter>;

/** What a moderator may decide, and the text of the button. */
export const decisions = {
  approve: "Approve",
  reject: "Reject",
  spam: "Spam",
  delete: "Delete",
} as const;

export type Decision = keyof typeof decisions;

/** The comments that a moderator has chosen. */
export const chosenComments = z
  .array(uuid)
  .min(1, "Choose at least one comment.")
  .max(100, "Choose at most 100 comments.");
