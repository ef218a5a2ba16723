/** What the shell shows of a signed-in user. */
export interface ShellUser {
  email: string;
  fullName: string | null;
  avatarUrl: string | null;
  role: string;
}

/*
 * Which areas the menus link to. The permissions themselves are in a table that is too large for
 * every page; a test compares the two.
 */

/** Whether the menus have the administration. */
export const showsAdministration = ({ role }: Pick<ShellUser, "role">) => role === "Admin";

/** Whether the menus have the comments by themselves: the administration contains them. */
export const showsComments = ({ role }: Pick<ShellUser, "role">) => role === "Editor";

/** Whether the menus have the Studio. */
export const showsStudio = ({ role }: Pick<ShellUser, "role">) => role !== "User";
