import { z } from "zod";
import { storable } from "~/account/database/storable-text";
import { roles } from "~/account/session/viewer";

/** What an account can be: each is exactly one. */
export const userStates = ["active", "unconfirmed", "banned", "deleted"] as const;

export type UserState = (typeof userStates)[number];

/** In which order the list stands. */
export const userSorts = {
  newest: "Newest",
  oldest: "Oldest",
  email: "E-mail",
  name: "Name",
} as const;

export type UserSort = keyof typeof userSorts;

/** What the page's address may ask for. No state means: all that are not deleted. */
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
  /** Goes up with each change: a form that knows an older one is stale. */
  version: number;
}

/** What an account is at this moment. */
export function stateOf(
  facts: { deletedAt: Date | null; bannedUntil: Date | null; confirmedAt: Date | null },
  now = new Date(),
): UserState {
  if (facts.deletedAt) return "deleted";
  if (facts.bannedUntil && facts.bannedUntil > now) return "banned";
  return facts.confirmedAt ? "active" : "unconfirmed";
}
