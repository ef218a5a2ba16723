import { redirect } from "@remix-run/node";
import { environment } from "@domain/environment.server";
import { resolveRedirect } from "./resolve-redirect";
import { readContent } from "../reading/read.server";
import { redirectQuery } from "../queries/redirect";

/** Longer paths never existed, and need not reach the lake. */
const maxPathLength = 500;

/**
 * For loaders whose document does not exist: redirects to the editors' target for this path
 * (`studio/publishing/redirects-of-renamed.ts` writes one for a slug that changes), or to the
 * path's lowercase form, because all of ours are lowercase.
 *
 * @throws always: a 301 (permanent) or 302 (temporary) redirect, or a 404 when there is neither.
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
