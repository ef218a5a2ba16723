import { redirect } from "@remix-run/node";
import { owesSecondFactor } from "./owes-second-factor.server";
import { viewerOf } from "./viewer.server";
import {
  loginUrl,
  pathOfRequest,
  pathWithFields,
  pathAfterSigningIn,
  secondFactorUrl,
  signInAgainUrl,
} from "~/account/sign-in/return-to";
import { pathWithFormValues } from "./unfinished-form.server";
import { redirectWithin } from "~/account/sign-in/redirect-within.server";
import {
  administratorOf,
  type Administrator,
  type SignedInUser,
} from "@domain/accounts/administrator";
import type { Permission } from "@domain/accounts/permissions";
import type { Session } from "./session.server";
import type { Claims } from "@domain/accounts/claims";
import { homeOf } from "@domain/accounts/viewer";

/**
 * Paths that the owner of a closed account can still visit: the page that reopens it, and those
 * that lead there.
 */
const pathsOfClosedAccounts = /^\/(dashboard\/data|login\/again|auth\/provider)(\/|\?|$)/;

/**
 * Throws a redirect to /login, which remembers this page, unless a user is signed in; to the
 * second-factor page when only the password has been given; and to the page that reopens the
 * account when it is closed.
 */
export async function requireUser(session: Session, request: Request): Promise<SignedInUser> {
  const claims = await session.claims();
  if (!claims) throw redirect(loginUrl(request));
  const viewer = await viewerOf(session);
  if (viewer?.closesAt && !pathsOfClosedAccounts.test(pathOfRequest(request)))
    throw redirect("/dashboard/data");
  if (viewer) return { claims, viewer };
  if (await owesSecondFactor(claims)) throw redirect(secondFactorUrl(pathOfRequest(request)));
  throw redirect(loginUrl(request));
}

/**
 * Throws a redirect to /login for visitors, and the 404 page for everyone whose role lacks the
 * permission, so that the area does not reveal that it exists. Checks with the auth service, not
 * only the token: a banned administrator loses access immediately.
 */
export async function requireAdmin(
  session: Session,
  request: Request,
  permission: Permission = "administration.open",
): Promise<Administrator> {
  const signed = await requireUser(session, request);
  const administrator = administratorOf(signed, permission, session.clientIp);
  if (!administrator) throw new Response(null, { status: 404 });
  if ((await session.confirmedUserId()) !== signed.viewer.id) throw redirect(loginUrl(request));
  return administrator;
}

/** How long a sign-in permits actions that would hand the account to someone else, in seconds. */
const freshFor = 15 * 60;

/**
 * The `amr` methods that do not count as a sign-in: a second factor on its own, and a token
 * refresh, which proves nothing.
 */
const notSignIns = /^(totp|phone|webauthn|mfa\/.*|token_refresh)$/;

/** Whether these claims come from a sign-in in the last 15 minutes. */
export function isFreshSignIn({ amr }: Pick<Claims, "amr">): boolean {
  const since = Date.now() / 1000 - freshFor;
  return amr.some(({ method, timestamp }) => !notSignIns.test(method) && timestamp > since);
}

/**
 * Like `requireUser`, but also redirects to the page that asks for the password again if the
 * sign-in is more than 15 minutes old, so that an unattended browser is not enough. The new sign-in
 * owes the second factor again.
 *
 * @param typed what the form held, to be filled in again; it travels in the URL, so nothing secret,
 * and nothing that is typed as a confirmation
 */
export async function requireFreshSignIn(
  session: Session,
  request: Request,
  typed: Record<string, string> = {},
): Promise<SignedInUser> {
  const signed = await requireUser(session, request);
  if (isFreshSignIn(signed.claims)) return signed;
  const isForm = request.method === "POST";
  const back = isForm
    ? pathWithFormValues(request, signed.viewer.id, typed)
    : pathWithFields(request, {});
  throw redirect(signInAgainUrl(back));
}

/**
 * Redirects a signed-in user to where they belong: the page that this one remembers, else their
 * own; first to the second factor when they owe it. A user who chose another account (`?another`)
 * stays here; otherwise the Studio's session-mismatch message would send them back to the Studio of
 * the current user. A user whose token is still valid but whom the auth service no longer knows
 * also stays, to avoid a redirect loop with the administration (seen after restoring a site under
 * another address).
 *
 * @returns the page that a visitor goes to after signing in
 * @throws a redirect for a signed-in user
 */
export async function redirectIfSignedIn(session: Session, request: Request): Promise<string> {
  const { searchParams } = new URL(request.url);
  const path = pathAfterSigningIn(searchParams);
  if (searchParams.has("another")) return path;
  const claims = await session.claims();
  if (!claims) return path;
  const viewer = await viewerOf(session);
  if (viewer && (await session.confirmedUserId()) === viewer.id)
    throw redirectWithin(path === "/" ? homeOf(viewer.role) : path);
  if (await owesSecondFactor(claims)) throw redirect(secondFactorUrl(path));
  return path;
}

/** Sign-in methods by email, as tokens name them. */
export const byMail = new Set(["otp", "recovery", "invite", "magiclink", "email/signup"]);

/** How long an opened mail lets its reader choose a password without the old one, in seconds. */
const emailProofMaxAge = 3600;

/**
 * Throws a redirect unless this session came from a mail a short while ago: a person who finds an
 * unattended browser must not be able to take over the account by choosing a new password.
 */
export async function requireEmailProof(session: Session, request: Request): Promise<Claims> {
  const claims = await session.claims();
  if (!claims) throw redirect("/forgot-password");
  if (await owesSecondFactor(claims)) throw redirect(secondFactorUrl(pathOfRequest(request)));
  const since = Date.now() / 1000 - emailProofMaxAge;
  const proved = claims.amr.some(
    ({ method, timestamp }) => byMail.has(method) && timestamp > since,
  );
  if (!proved) throw redirect("/forgot-password");
  return claims;
}
