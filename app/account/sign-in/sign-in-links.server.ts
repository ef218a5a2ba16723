import type { Session as Tokens, User } from "@supabase/supabase-js";
import { z } from "zod";
import { environment } from "@domain/environment.server";
import { returnPath, secondFactorUrl } from "./return-to";

/**
 * Where a sign-in goes on: to the second factor when the user has one, else to the page that it
 * remembers.
 */
export function nextStepUrl(user: User | null, path: string): string {
  const guarded = user?.factors?.some(({ status }) => status === "verified") ?? false;
  return guarded ? secondFactorUrl(path) : path;
}

const disputedSession = z.looseObject({ disputed_sign_up: z.literal(true) });

/**
 * Whether others have signed up with the email address as well, which the embedded service reports
 * with the session of a confirmed sign-up. The opened mail may be someone else's, and so may its
 * password.
 */
export const isDisputed = (session: Tokens): boolean => disputedSession.safeParse(session).success;

/**
 * The page that the `next` of a mailed link leads to: the target of our own callback URL, since
 * that is what we give the service, else the path itself when it belongs to this site.
 */
export function pageAfterMail(next: string | null): string {
  const site = new URL(environment.SITE_URL);
  if (!next || !URL.canParse(next, site)) return "/";
  const url = new URL(next, site);
  if (url.origin !== site.origin) return "/";
  return returnPath(
    url.pathname === "/auth/callback"
      ? url.searchParams.get("next")
      : url.pathname + url.search + url.hash,
  );
}
