import { z } from "zod";
import { storable } from "@domain/database/storable-text";
import { roles } from "@domain/accounts/viewer";

/** The state of an account: each has exactly one. */
export const userStates = ["active", "unconfirmed", "banned", "deleted"] as const;

export type UserState = (typeof userStates)[number];

/** The states in words. */
export const stateNames: Record<UserState, string> = {
  active: "Active",
  unconfirmed: "Unconfirmed",
  banned: "Banned",
  deleted: "Deleted",
};

/** The orders of the list. */
export const userSorts = {
  newest: "Newest",
  oldest: "Oldest",
  email: "Email",
  name: "Name",
} as const;

export type UserSort = keyof typeof userSorts;

/** The parameters of the page's URL. No state means: all that are not deleted. */
export const userFilter = z.object({
  q: storable(100),
  role: z.enum(roles).or(z.literal("")).default(""),
  plan: z
    .string()
    .regex(/^[a-z0-9-]{0,96}$/)
    .default(""),
  state: z.enum(userStates).or(z.literal("")).default(""),
  sort: z.enum(["newest", "oldest", "email", "name"]).default("newest"),
  after: z.string().max(1_000).optional(),
});

export type UserFilter = z.infer<typeof userFilter>;

/** An account as the list shows it. */
export interface UserRow {
  id: string;
  email: string;
  fullName: string | null;
  role: (typeof roles)[number];
  plan: string | null;
  state: UserState;
  createdAt: Date;
  /** Incremented with each change: a form with an older version is stale. */
  version: number;
}

/** The state of an account at present. */
export function stateOf(
  facts: { deletedAt: Date | null; bannedUntil: Date | null; confirmedAt: Date | null },
  now = new Date(),
): UserState {
  if (facts.deletedAt) return "deleted";
  if (facts.bannedUntil && facts.bannedUntil > now) return "banned";
  return facts.confirmedAt ? "active" : "unconfirmed";
}
