import type { readUserPage } from "@domain/administration/user-page.server";

/** An account as its page gets it. */
export type UserPage = Omit<NonNullable<Awaited<ReturnType<typeof readUserPage>>>, "audit"> & {
  /** Whether it is the administrator's own. */
  isSelf: boolean;
};
