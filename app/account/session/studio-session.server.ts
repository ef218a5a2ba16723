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
 * The Studio has no session of its own: each of its requests brings the site's cookie
 * (`studio/lake/embedded-lake.ts`). Only editors and administrators open it; the lake gets their
 * name from the site, never from the browser. While a stream outlives its request, the same session
 * may be checked again: the database shows nothing to a session that has ended.
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
