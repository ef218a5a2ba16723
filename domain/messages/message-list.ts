import { z } from "zod";
import { storable } from "@domain/database/storable-text";
import type { messageStates } from "@domain/database/tables.server";

export type MessageState = (typeof messageStates)[number];

/** The states in words. */
export const messageStateNames: Record<MessageState, string> = { open: "Open", closed: "Closed" };

/** The parameters of the page's URL. Without a state it is the inbox: open ones. */
export const messageFilter = z.object({
  q: storable(100),
  state: z.enum(["open", "closed", "all"]).default("open"),
  after: z.string().max(500).optional(),
});

export type MessageFilter = z.infer<typeof messageFilter>;

/** What an administrator does with several messages at once, and the text of the button. */
export const listChanges = { close: "Close", delete: "Delete" } as const;

/** What an administrator may do with messages. */
export const messageChanges = ["assign", "unassign", "close", "reopen", "delete"] as const;

export type MessageChange = (typeof messageChanges)[number];

/** The messages that an administrator has chosen. */
export const chosenMessages = z
  .array(z.uuid())
  .min(1, "Choose at least one message.")
  .max(100, "Choose at most 100 messages.");
