import { z } from "zod";
import { banLengths } from "@domain/administration/ban";
import { reason, reasonGiven } from "@domain/administration/reason";
import type { Permission } from "@domain/accounts/permissions";
import { roles } from "@domain/accounts/viewer";

const version = z.coerce.number("That form is incomplete.").int().positive();

const credits = z.coerce
  .number("Enter a number of credits, such as 500 or -500.")
  .int("Enter a whole number of credits.")
  .min(-100_000_000, "That is more than an account may have.")
  .max(100_000_000, "That is more than an account may have.");

/** The actions of a user's page, and the fields of each form. */
export const userIntents = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("role"), version, reason, role: z.enum(roles, "Choose a role.") }),
  z.object({
    intent: z.literal("plan"),
    version,
    reason,
    plan: z
      .string("Choose a plan.")
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Choose a plan.")
      .max(96),
    // An empty field has no value, and is not zero.
    agreedCredits: z
      .literal("")
      .transform(() => undefined)
      .or(credits.min(0, "Enter a number of credits."))
      .optional(),
  }),
  z.object({
    intent: z.literal("credits"),
    version,
    reason: reasonGiven,
    amount: credits.refine((amount) => amount !== 0, "Enter a number other than zero."),
  }),
  z.object({
    intent: z.literal("ban"),
    version,
    reason: reasonGiven,
    duration: z.enum(banLengths, "Choose a duration."),
  }),
  z.object({ intent: z.literal("lift"), version, reason }),
  z.object({ intent: z.literal("sessions"), version, reason }),
  z.object({ intent: z.literal("invitation"), version, reason }),
  z.object({ intent: z.literal("recovery"), version, reason }),
  z.object({
    intent: z.literal("factor"),
    version,
    reason: reasonGiven,
    factorId: z.uuid("Choose a second factor."),
  }),
  z.object({ intent: z.literal("delete"), version, reason: reasonGiven }),
  z.object({ intent: z.literal("restore"), version, reason }),
]);

export type UserIntent = z.infer<typeof userIntents>;

/** The permission that each requires. */
export const intentPermissions: Record<UserIntent["intent"], Permission> = {
  role: "users.role",
  plan: "users.plan",
  credits: "users.credits",
  ban: "users.ban",
  lift: "users.ban",
  sessions: "users.sessions",
  invitation: "users.invite",
  recovery: "users.recovery",
  factor: "users.factor",
  delete: "users.delete",
  restore: "users.delete",
};
