import { redirect } from "@remix-run/node";
import { readViewer } from "./profile.server";
import { loginAddress } from "./return-path";
import type { Claims, Session } from "./session.server";
import type { Viewer } from "./viewer";

/** A signed-in person, proved: what a guarded loader or action works with. */
export interface Signed {
  claims: Claims;
  viewer: Viewer;
}

/** Throws a redirect to /login, which remembers this page, unless somebody is signed in. */
export async function requireUser(session: Session, request: Request): Promise<Signed> {
  const claims = await session.claims();
  const viewer = claims && (await readViewer(claims));
  if (!claims || !viewer) throw redirect(loginAddress(request));
  return { claims, viewer };
}

/**
 * Throws a redirect to /login for visitors, and the 404 page for everyone who is not an Admin, so that the area does
 * not admit that it exists. Asks the auth service, not only the token: a banned administrator is out at once.
 */
export async function requireAdmin(session: Session, request: Request): Promise<Signed> {
  const signed = await requireUser(session, request);
  if (signed.viewer.role !== "Admin") throw new Response(null, { status: 404 });
  if ((await session.confirmedUserId()) !== signed.viewer.id) throw redirect(loginAddress(request));
  return signed;
}
