import { withoutDataSuffix } from "~/route-facts";

/** Paths that are obviously canonical; most are, and the rest is examined closely. */
const plain = /^\/(?:[A-Za-z0-9_~-][A-Za-z0-9_~.-]*(?:\/(?=[A-Za-z0-9_~-])|\/?$))*$/;

/**
 * The canonical form of a path: "/%62log", "/blog//" and "/x/../blog" would otherwise each be
 * cached as a separate page, and anyone could fill the cache with one page.
 *
 * @param path as in the request, beginning with one slash, without parameters
 */
export function canonicalPath(path: string): string {
  if (plain.test(path)) return path;
  // As the URL parser does, but before: with them between two slashes, it reads a host.
  const line = path.replace(/[\t\r\n]/g, "");
  const { pathname } = new URL(line.replace(/[/\\]{2,}/g, "/"), "http://host");
  return pathname.replace(/\/{2,}/g, "/").replace(/%[0-9a-f]{2}/gi, (escape) => {
    const sign = String.fromCharCode(parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(sign) ? sign : escape.toUpperCase();
  });
}

/**
 * No route has more segments. Remix matches each parent path of the one that it renders, so that a
 * page that was not found took 0.7 s for a path of 2,000 segments.
 */
export const maxSegments = 16;

/**
 * The path of the route that a request reaches, by which its limits are counted: "/%6cogin",
 * "/login/" and "/login.data" all reach the sign-in.
 *
 * @param pathname as in the request
 */
export function routePath(pathname: string): string {
  const path = withoutDataSuffix(canonicalPath(pathname).replace(/\/+$/, ""));
  return path.replace(/\/+$/, "") || "/";
}
