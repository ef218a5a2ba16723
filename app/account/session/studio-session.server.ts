import { readViewer } from "./viewer.server";
import { can } from "@domain/accounts/permissions";
import type { Session } from "./session.server";

/** Whether a request may reach the lake through the site, and as which user. */
export type StudioAccess =
  | { allowed: true; identity: LakeIdentity }
  | { allowed: false; reason: "signed-out" | "forbidden" };

export interface LakeIdentity {
  id: string;
  name: string;
  email: string;
  role: "administrator" | "editor";
}

/**
 * The Studio has no session of its own: each of its requests carries the site's cookie
 * (`studio/lake/embedded-lake.ts`). Only editors and administrators may open it; the lake gets
 * their name from the site, never from the browser. Long-lived streams check their session again:
 * once it has ended, row-level security returns no rows.
 */
export async function studioAccess(session: Session): Promise<StudioAccess> {
  const claims = await session.claims();
  // Not `viewerOf()`, which remembers the viewer for the rest of the request.
  const viewer = claims && (await readViewer(claims));
  if (!viewer) return { allowed: false, reason: "signed-out" };
  if (!can(viewer, "studio.open")) return { allowed: false, reason: "forbidden" };
  const { id, email, fullName, role } = viewer;
  return {
    allowed: true,
    identity: {
      id,
      email,
      name: fullName ?? email,
      role: role === "Admin" ? "administrator" : "editor",
    },
  };
}
