import { viewerOf } from "~/account/session/viewer.server";
import { homeOf } from "@domain/accounts/viewer";
import type { Session } from "~/account/session/session.server";

/**
 * Where a user who has just signed in goes: to the page that they came from, else to the first page
 * of their role. Returns the final page directly; going through `/` and `/admin` cost an
 * administrator three redirects.
 */
export async function pageAfterSignIn(session: Session, path: string): Promise<string> {
  if (path !== "/") return path;
  const viewer = await viewerOf(session);
  if (!viewer) return path;
  const start = homeOf(viewer.role);
  return start === "/admin" ? "/admin/users" : start;
}
