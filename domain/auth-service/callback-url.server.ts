import { environment } from "@domain/environment.server";

/**
 * The URL to which the auth service returns users, and which then redirects to `path`.
 *
 * @param again whether they were signed in before, and must return as the same user
 */
export function callbackUrl(path: string, again = false): string {
  const url = new URL("/auth/callback", environment.SITE_URL);
  if (path !== "/") url.searchParams.set("next", path);
  if (again) url.searchParams.set("again", "");
  return url.href;
}
