import { z } from "zod";
import { uuid } from "@domain/accounts/uuid";
import { banLengths } from "./ban";
import { roles } from "@domain/accounts/viewer";
import { reason, reasonGiven } from "./reason";

/**
 * The maximum number of accounts in one selection: they travel in a URL, and are changed while
 * someone waits.
 */
const maxSelected = 100;

/** What can be done to several accounts at once. */
export const bulkChange = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("role"), role: z.enum(roles, "Choose a role."), reason }),
  z.object({
    intent: z.literal("plan"),
    plan: z
      .string("Choose a plan.")
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Choose a plan.")
      .max(96),
    reason,
  }),
  z.object({
    intent: z.literal("ban"),
    duration: z.enum(banLengths, "Choose a duration."),
    reason: reasonGiven,
  }),
]);

export type BulkChange = z.infer<typeof bulkChange>;

/** Each change, and the field that says which one exactly. */
const decisive = { role: "role", plan: "plan", ban: "duration" } as const;

/** The change that a selection is for; null when it is not chosen yet. */
export const bulkIntent = z.enum(["role", "plan", "ban"]).nullable().catch(null);

/** Whether only the kind of change is chosen: its form must be filled in before a preview. */
export const isOnlyChosen = (intent: BulkChange["intent"] | null, search: URLSearchParams) =>
  intent !== null && !search.has(decisive[intent]);

/** The accounts of a selection. */
export const selection = z
  .array(uuid)
  .min(1, "Choose at least one account.")
  .max(maxSelected, `Choose at most ${maxSelected} accounts.`);
