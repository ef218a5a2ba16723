import { redirect } from "@remix-run/node";
import { owesSecondFactor, readViewer } from "./profile.server";
import { loginAddress, pageOf, returnPath, secondFactorAddress } from "./return-path";
import { redirectWithin } from "./return.server";
import type { Claims, Session } from "./session.server";
import { homeOf, type Viewer } from "./viewer";

/** A signed-in person, proved: what a guarded loader or action works with. */
export interface Signed {
  claims: Claims;
  viewer: Viewer;
}

/**
 * Throws a redirect to /login, which remembers this page, unless somebody is signed in; to the page that asks for the
 * second factor when the password alone has been given.
 */
export async function requireUser(session: Session, request: Request): Promise<Signed> {
  const claims = await session.claims();
  if (!claims) throw redirect(loginAddress(request));
  const viewer = await readViewer(claims);
  if (viewer) return { claims, viewer };
  if (await owesSecondFactor(claims)) throw redirect(secondFactorAddress(pageOf(request)));
  throw redirect(loginAddress(request));
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

/**
 * Throws a redirect to where a signed-in person belongs: the page that this one remembers, else their own; first to the
 * second factor when they owe it. Returns the page that a visitor goes to after signing in.
 */
export async function requireVisitor(session: Session, request: Request): Promise<string> {
  const path = returnPath(new URL(request.url).searchParams.get("redirectTo"));
  const claims = await session.claims();
  if (!claims) return path;
  const viewer = await readViewer(claims);
  if (viewer) throw redirectWithin(path === "/" ? homeOf(viewer.role) : path);
  if (await owesSecondFactor(claims)) throw redirect(secondFactorAddress(path));
  return path;
}

/** Ways of proving oneself that came by mail, as tokens name them. */
const byMail = new Set(["otp", "recovery", "invite", "magiclink", "email/signup"]);

/** How long a mail that was opened lets its reader choose a password without the old one, in seconds. */
const mailedProofLasts = 3600;

/**
 * Throws a redirect unless this session came from a mail a short while ago: who finds somebody's browser open must not
 * be able to take the account by choosing a new password.
 */
export async function requireMailedProof(session: Session, request: Request): Promise<Claims> {
  const claims = await session.claims();
  if (!claims) throw redirect("/forgot-password");
  if (await owesSecondFactor(claims)) throw redirect(secondFactorAddress(pageOf(request)));
  const since = Date.now() / 1000 - mailedProofLasts;
  const proved = claims.amr.some(
    ({ method, timestamp }) => byMail.has(method) && timestamp > since,
  );
  if (!proved) throw redirect("/forgot-password");
  return claims;
}
