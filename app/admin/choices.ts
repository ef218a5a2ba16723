import { banDurations } from "@domain/administration/ban";
import { roles } from "@domain/accounts/viewer";

/** The roles that a user can be given. */
export const roleOptions = roles.map((role) => ({ value: role, label: role }));

/** How long a user can be banned. */
export const banOptions = Object.entries(banDurations).map(([value, label]) => ({ value, label }));

/** What can be done to several users at once, as buttons and forms call it. */
export const bulkChanges = [
  { intent: "role", label: "Change role", danger: false },
  { intent: "plan", label: "Change plan", danger: false },
  { intent: "ban", label: "Ban", danger: true },
] as const;
