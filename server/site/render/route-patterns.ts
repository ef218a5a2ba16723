import type { ServerBuild } from "@remix-run/node";
import { withoutDataSuffix } from "~/route-facts";

type Routes = ServerBuild["routes"];

/** Finds the route of a path: null when only the catch-all route matches. */
export function routeMatcher(routes: Routes): (pathname: string) => string | null {
  const patterns = Object.values(routes)
    .filter(({ path, index }) => index || (path !== undefined && path !== "" && path !== "*"))
    .map(({ id }) => ({ id, pattern: patternOf(routes, id) }))
    .sort((a, b) => weight(a.pattern) - weight(b.pattern))
    .map(({ id, pattern }) => ({ id, expression: toExpression(pattern) }));
  return (pathname) => patterns.find(({ expression }) => expression.test(pathname))?.id ?? null;
}

/**
 * Names a path by the pattern of its route, such as "/blog/:slug": metrics and logs must neither
 * grow with made-up paths nor contain their text.
 */
export function routeNames(routes: Routes): (pathname: string) => string {
  const routeOf = routeMatcher(routes);
  return (pathname) => {
    const id = routeOf(withoutDataSuffix(pathname));
    return id === null ? "*" : patternOf(routes, id);
  };
}

function patternOf(routes: Routes, id: string): string {
  const route = routes[id];
  const parent = route?.parentId ? patternOf(routes, route.parentId) : "";
  return `${parent}/${route?.path ?? ""}`.replace(/\/+/g, "/").replace(/(.)\/$/, "$1");
}

/**
 * Fixed paths before those with parameters, as Remix ranks them; a parameter followed by more
 * (":slug.md") counts as fixed.
 */
function weight(pattern: string): number {
  const whole = pattern.split("/").filter((part) => /^:[\w-]+$/.test(part));
  return whole.length + (pattern.includes("*") ? 10 : 0);
}

function toExpression(pattern: string): RegExp {
  const source = pattern
    .split("/")
    .map((part) =>
      part === "*" ? ".*" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/^:[\w-]+/, "[^/]+"),
    )
    .join("/");
  return new RegExp(`^${source}/*$`);
}
