import { isAmong, noReturnSegments, withoutDataSuffix } from "~/route-facts";
import { freePlan } from "@domain/plans/free-plan";

/** Where a sign-in leads when it remembers no page: `/` redirects each role to its start page. */
const home = "/";

/**
 * Maximum length: a longer path, encoded again in the next URL, would exceed the server's URL
 * limit.
 */
const maxLength = 1_000;

/**
 * The page to return to after signing in, from untrusted input: a path of this site, or `/`.
 * Anything that a browser could read as another host (`//host`, `/\host`, control characters) would
 * make the login page an open redirect.
 */
export function returnPath(candidate: string | null | undefined): string {
  if (!candidate || !candidate.startsWith("/") || candidate.length > maxLength) return home;
  let url: URL;
  try {
    url = new URL(candidate, "http://site.invalid");
  } catch {
    return home;
  }
  if (url.host !== "site.invalid" || url.pathname.startsWith("//")) return home;
  if (!isServed(url.pathname)) return home;
  if (isAmong(noReturnSegments, url.pathname)) return home;
  return url.pathname + url.search + url.hash;
}

/**
 * Whether the server takes such a path for more than a malformed one: a sign-in that led to one
 * ended on an error page.
 */
function isServed(pathname: string): boolean {
  try {
    return !/[\\\p{Cc}]/u.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}

/**
 * Where a user goes after signing in or up on a page with these parameters: to the page that
 * `redirectTo` remembers, or to the `plan` that they chose among the prices.
 */
export function pathAfterSigningIn(parameters: URLSearchParams): string {
  const path = returnPath(parameters.get("redirectTo"));
  const plan = parameters.get("plan") ?? "";
  const isChoice = /^[a-z0-9-]{1,96}$/.test(plan) && plan !== freePlan;
  return path === home && isChoice ? `/dashboard/plan?chosen=${plan}` : path;
}

/** The id of the plan that a path from `pathAfterSigningIn` leads to, if it leads to one. */
export function planOfPath(path: string): string | null {
  const { pathname, searchParams } = new URL(returnPath(path), "http://site.invalid");
  return pathname === "/dashboard/plan" ? searchParams.get("chosen") : null;
}

/** The URL of the login page that returns to this request's page. */
export function loginUrl(request: Request): string {
  return withReturnTo("/login", pathOfRequest(request));
}

/** The URL of the second-factor page, which then goes on to `path`. */
export function secondFactorUrl(path: string): string {
  return withReturnTo("/login/second-factor", path);
}

/**
 * The URL of the page that asks a signed-in user for the password again and then goes on to `path`.
 */
export function signInAgainUrl(path: string): string {
  return withReturnTo("/login/again", path);
}

/** The path of a request's page, without what Remix appends for data. */
export function pathOfRequest(request: Request): string {
  const url = new URL(request.url);
  return withoutDataSuffix(url.pathname) + url.search;
}

/** The page of a request, with more parameters in its query. */
export function pathWithFields(request: Request, fields: Record<string, string>): string {
  const url = new URL(pathOfRequest(request), request.url);
  url.searchParams.delete("_routes");
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/** `target` with the page to go to afterward, if there is one. */
export function withReturnTo(target: string, candidate: string | null): string {
  const path = returnPath(candidate);
  if (path === home) return target;
  return `${target}${target.includes("?") ? "&" : "?"}redirectTo=${encodeURIComponent(path)}`;
}
