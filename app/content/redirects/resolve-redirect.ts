import { parseUrl } from "../../../schemas/paths/parse-url";
import type { RedirectQueryResult } from "../types.generated";

/** Where a page is now. */
export interface ResolvedRedirect {
  /** A path of this site with its parameters and anchor, or an absolute URL of another. */
  location: string;
  permanent: boolean;
}

/** Looks one path, in each of its forms, up among the editors' redirects. */
type LookUp = (paths: readonly string[]) => Promise<RedirectQueryResult>;

/** More hops than this are an editors' error. */
const maxHops = 5;

/**
 * Follows the editors' redirects from a URL to their end, so that a visitor is redirected once,
 * however often a page moved. Query parameters are passed on when the target has none of its own;
 * to another site, without those of a sign-in. The Studio writes the redirect of a renamed page
 * when it publishes it: `studio/publishing/publish-and-redirect.ts`.
 *
 * @param origin of this site: redirects to it are followed further
 * @returns null when the path did not move, and when its redirects form a loop or have no target.
 */
export async function resolveRedirect(
  url: URL,
  origin: string,
  lookUp: LookUp,
): Promise<ResolvedRedirect | null> {
  const seen = new Set<string>();
  let here = new URL(url.pathname, origin);
  let permanent = true;
  for (let hop = 0; hop <= maxHops; hop += 1) {
    const [path = "/", ...others] = formsOf(here.pathname);
    if (seen.has(path)) return null;
    seen.add(path);
    const found = here.origin === origin ? await lookUp([path, ...others]) : null;
    if (!found)
      return hop === 0 ? null : { location: withParameters(here, url, origin), permanent };
    const next = destination(found.to, origin);
    if (!next) return null;
    here = next;
    permanent &&= found.permanent;
  }
  return null;
}

/**
 * The forms in which an editor may have written a path: with its letters or escaped, with or
 * without a trailing slash.
 */
function formsOf(pathname: string): string[] {
  // Without the pattern /\/+$/, which takes seconds for 100,000 slashes followed by a letter.
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === "/") end -= 1;
  const bare = pathname.slice(0, end);
  const plain = decode(bare);
  return [...new Set([plain, bare, `${plain}/`, `${bare}/`])];
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * The URL that an editor wrote; null for one that the Studio would have refused. Browsers read
 * "/\\host" and "//host" as another host: what looks like a path must stay on this site.
 */
function destination(to: string, origin: string): URL | null {
  const isPath = to.startsWith("/");
  if (!isPath && !/^https?:\/\//.test(to)) return null;
  const target = parseUrl(to, origin);
  return isPath && target?.origin !== origin ? null : target;
}

function withParameters(destination: URL, requested: URL, origin: string): string {
  const { pathname, hash } = destination;
  if (destination.origin !== origin) {
    const passedOn = destination.search || withoutSecrets(requested.searchParams);
    return destination.origin + pathname + passedOn + hash;
  }
  const search = destination.search || requested.search;
  // "/.//host" keeps two slashes at its beginning, which browsers read as another host.
  return pathname.replace(/^\/+/, "/") + search + hash;
}

/** Parameters with which the auth service or a provider returns users to the site. */
const secret = /^(code|state)$|token|^error/i;

/**
 * The parameters for another site. It must not receive a code that a sign-in left in the URL:
 * editors would take over an administrator's account with a redirect.
 */
function withoutSecrets(parameters: URLSearchParams): string {
  const passedOn = [...parameters].filter(([name]) => !secret.test(name));
  return passedOn.length === 0 ? "" : `?${new URLSearchParams(passedOn).toString()}`;
}
