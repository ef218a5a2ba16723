import type { readUserPage } from "@domain/administration/user-page.server";

/** An account as its page gets it. */
export type UserPage = NonNullable<Awaited<ReturnType<typeof readUserPage>>> & {
  /** Whether it is the administrator's own. */
  isSelf: boolean;
};
