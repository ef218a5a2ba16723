/** What the shell shows of a signed-in user. */
export interface ShellUser {
  email: string;
  fullName: string | null;
  avatarUrl: string | null;
  role: string;
}
