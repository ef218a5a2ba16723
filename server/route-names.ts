import type { AppBuild } from "./app-build";

/**
 * Names a path by the pattern of its route, such as "/blog/:slug": metrics and logs must neither grow with the
 * addresses that strangers make up nor hold what stands in them.
 */
export function routeNames(routes: AppBuild["routes"]): (pathname: string) => string {
  const patterns = Object.values(routes)
    .filter(({ path, index }) => index || (path !== undefined && path !== "" && path !== "*"))
    .map(({ id }) => fullPath(routes, id))
    .sort((a, b) => weight(a) - weight(b))
    .map((name) => ({ name, matches: toExpression(name) }));
  return (pathname) => {
    const path = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
    return patterns.find(({ matches }) => matches.test(path))?.name ?? "*";
  };
}

function fullPath(routes: AppBuild["routes"], id: string): string {
  const route = routes[id];
  const parent = route?.parentId ? fullPath(routes, route.parentId) : "";
  return `${parent}/${route?.path ?? ""}`.replace(/\/+/g, "/").replace(/(.)\/$/, "$1");
}

/** Fixed paths before those with parameters, as Remix ranks them. */
function weight(pattern: string): number {
  return pattern.split(":").length - 1 + (pattern.includes("*") ? 10 : 0);
}

function toExpression(pattern: string): RegExp {
  const source = pattern
    .split("/")
    .map((part) =>
      part.startsWith(":")
        ? "[^/]+"
        : part === "*"
          ? ".*"
          : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"),
    )
    .join("/");
  return new RegExp(`^${source}/*$`);
}
