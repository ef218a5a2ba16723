import type { Session as Tokens, User } from "@supabase/supabase-js";
import { z } from "zod";
import { environment } from "~/environment.server";
import { returnPath, secondFactorUrl } from "./return-to";

/** Where a sign-in goes on: to the second factor when the person has one, else to the page that it remembers. */
export function nextStepUrl(user: User | null, path: string): string {
  const guarded = user?.factors?.some(({ status }) => status === "verified") ?? false;
  return guarded ? secondFactorUrl(path) : path;
}

const disputedSession = z.looseObject({ disputed_sign_up: z.literal(true) });

/**
 * Whether others have signed up with the address as well, which the embedded service says beside the session of a
 * confirmed sign-up. The mail that was opened may be a stranger's, and its password the stranger's.
 */
export const isDisputed = (session: Tokens): boolean => disputedSession.safeParse(session).success;

/**
 * The address to which the auth service brings people back, and which then leads them on to `path`.
 *
 * @param again whether they were signed in when they set out, and are to be so as the same person
 */
export function callbackUrl(path: string, again = false): string {
  const address = new URL("/auth/callback", environment.SITE_URL);
  if (path !== "/") address.searchParams.set("next", path);
  if (again) address.searchParams.set("again", "");
  return address.href;
}

/**
 * The page that the `next` of a mailed link means: the one that our own callback address leads on to, since that is
 * what we give the service, else the path itself when it is one of this site.
 */
export function pageAfterMail(next: string | null): string {
  const site = new URL(environment.SITE_URL);
  if (!next || !URL.canParse(next, site)) return "/";
  const address = new URL(next, site);
  if (address.origin !== site.origin) return "/";
  return returnPath(
    address.pathname === "/auth/callback"
      ? address.searchParams.get("next")
      : address.pathname + address.search + address.hash,
  );
}
