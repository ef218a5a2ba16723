import { Badge } from "~/ui/badge";
import { stateNames, type UserState } from "@domain/administration/user-list";
import type { Role } from "@domain/accounts/viewer";

const stateTones = {
  active: "good",
  unconfirmed: "highlight",
  banned: "bad",
  deleted: "neutral",
} as const;

/** The state of an account. */
export function StateBadge({ state }: { state: UserState }) {
  return <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>;
}

const roleTones = { Admin: "mark", Editor: "action", User: "neutral" } as const;

/** The role of a user. */
export function RoleBadge({ role }: { role: Role }) {
  return <Badge tone={roleTones[role]}>{role}</Badge>;
}
