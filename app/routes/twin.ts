import type { LoaderFunctionArgs } from "@remix-run/node";
import { sitePlace } from "~/article/site-place.server";
import { throwRedirectOrNotFound } from "~/content/redirects/redirects.server";
import { twinPath } from "~/seo/twin-path";
import { hasTwin } from "~/twins/has-twin";
import { readTwin } from "~/twins/read-twin.server";
import { twinText } from "~/twins/twin";

/**
 * The Markdown twin of a page, at the page's path with ".md" appended. The page cache serves it at
 * the page's own path, too, where a request accepts Markdown.
 */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const requested = pathname.replace(/(?:\.md)?\/*$/, "");
  const page = requested === "/index" ? "/" : requested;
  const base = page.slice(0, page.lastIndexOf("/") + 1);
  const twin = await readTwin(page === "/" ? page : base + (params.slug ?? ""));
  if (!twin) return throwMovedOrMissing(new Request(new URL(page, request.url), request));
  return new Response(twinText(twin), {
    headers: {
      "Content-Type": "text/markdown; charset=utf-8",
      "Content-Location": twinPath(page),
      Link: `<${sitePlace().origin}${page}>; rel="canonical"`,
      // Search engines know the page; its twin would compete with it.
      "X-Robots-Tag": "noindex",
    },
  });
}

/** Redirects from the twin of a moved page to the twin at its new path. */
async function throwMovedOrMissing(page: Request): Promise<never> {
  try {
    return await throwRedirectOrNotFound(page);
  } catch (response) {
    if (!(response instanceof Response)) throw response;
    const location = response.headers.get("Location");
    if (location && hasTwin(location)) response.headers.set("Location", twinPath(location));
    if (response.status !== 404) throw response;
    throw new Response("There is no page at this URL.\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
}
