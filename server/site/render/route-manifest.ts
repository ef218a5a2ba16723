import type { ServerBuild } from "@remix-run/node";
import { canonicalPath, maxSegments } from "../http/canonical-path";
import { routeMatcher } from "./route-patterns";

/**
 * Serves Remix's `/__manifest`: what a browser must know of the routes that a page links to. Remix
 * itself ranks all routes again for every path, which took 20 ms for the links of the home page,
 * and 100 ms for made-up paths.
 *
 * @see https://v2.remix.run/docs/guides/lazy-route-discovery
 */
export function createRouteManifest({ routes, assets }: ServerBuild) {
  const routeOf = routeMatcher(routes);
  const others = Object.values(routes).find(({ path }) => path === "*")?.id;

  /** The route of a path, and its parents. */
  function* matchesOf(path: string): Generator<string> {
    for (let id = routeOf(canonicalPath(path)) ?? others; id; id = routes[id]?.parentId) yield id;
  }

  return function manifestResponse({ searchParams }: URL): Response {
    // A browser with the scripts of another build must load the page that it goes to.
    if (searchParams.get("version") !== assets.version)
      return new Response(null, { status: 204, headers: { "X-Remix-Reload-Document": "true" } });
    if (!searchParams.has("p")) return new Response("No path is given.", { status: 400 });
    const paths = new Set(searchParams.getAll("p").flatMap(withAncestors));
    const ids = new Set([...paths].flatMap((path) => [...matchesOf(path)]));
    const found = Object.fromEntries([...ids].map((id) => [id, assets.routes[id]]));
    return Response.json(found, {
      headers: { "Cache-Control": "public, max-age=31536000, immutable" },
    });
  };
}

/** A path and its parents: their routes may contain others that have no path of their own. */
function withAncestors(path: string): string[] {
  const segments = path.split("/").filter((segment) => segment !== "");
  if (segments.length > maxSegments) return [];
  return segments.length === 0
    ? ["/"]
    : segments.map((_, index) => `/${segments.slice(0, index + 1).join("/")}`);
}
