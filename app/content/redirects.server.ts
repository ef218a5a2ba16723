import { redirect } from "@remix-run/node";
import { environment } from "@domain/environment.server";
import { resolveRedirect } from "./resolve-redirect";
import { readContent } from "./read.server";
import { redirectQuery } from "./redirect";

/** Longer paths never existed, and need not reach the lake. */
const maxPathLength = 500;

/**
 * For loaders whose document is not there: sends the visitor to where an editor redirects the page
 * (a slug that changes is redirected by `studio/publishing/redirects-of-renamed.ts`),
 * or to the same path in lower case, as all of ours are.
 *
 * @throws always: a redirect (301 for good, 302 for now), or a 404 when neither is.
 */
export async function throwRedirectOrNotFound(request: Request): Promise<never> {
  const url = new URL(request.url);
  const isSafeMethod = request.method === "GET" || request.method === "HEAD";
  if (isSafeMethod && url.pathname.length <= maxPathLength) {
    const target = await resolveRedirect(url, new URL(environment.SITE_URL).origin, (paths) =>
      readContent(redirectQuery, { paths }),
    );
    if (target) throw redirect(target.location, target.permanent ? 301 : 302);
    // Escapes (%2F) keep their case: that is their one form, and would redirect back.
    const small = url.pathname.replace(/%[0-9A-F]{2}|[A-Z]/g, (part) =>
      part.length === 1 ? part.toLowerCase() : part,
    );
    if (small !== url.pathname) throw redirect(small + url.search, 301);
  }
  throw new Response(null, { status: 404 });
}
