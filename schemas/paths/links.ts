import { pagePath, places } from "./page-path";
import { reservedPaths } from "./reserved-paths";

/** A reference to another document, and its path. */
export interface Reference {
  id: string;
  path: string;
}

/** A URL of this site in a document. */
export interface Link {
  href: string;
  path: string;
}

/** Every document that a document references, with the field that does. */
export function referencesIn(value: unknown): Reference[] {
  return visit(value, "", (part, path) =>
    "_ref" in part && typeof part._ref === "string" ? [{ id: part._ref, path }] : [],
  );
}

/** True for a URL of this site. */
export const isInternal = (href: unknown): href is string =>
  typeof href === "string" && /^\/(?!\/)/.test(href);

/** The fields that contain a URL. */
const linkFields = ["href", "to", "apiDocLink"];

/** Every URL of this site in a document, with its field. */
export function internalLinks(value: unknown): Link[] {
  return visit(value, "", (part, path) =>
    linkFields.flatMap((name) => {
      const href = Reflect.get(part, name);
      return isInternal(href) ? [{ href, path: path ? `${path}.${name}` : name }] : [];
    }),
  );
}

/** The paths that documents serve: their pages, and the old paths of redirects. */
export const pathsOf = (
  documents: readonly ({ _type: string } & Record<string, unknown>)[],
): ReadonlySet<string> =>
  new Set(
    documents.flatMap((document) =>
      document._type === "redirect" ? String(document.from) : (pagePath(document) ?? []),
    ),
  );

/** A path of this site without parameters, anchor and trailing slash. */
export const pathOf = (href: string): string => href.replace(/[?#].*$/, "").replace(/(.)\/$/, "$1");

/**
 * True when visitors find something at a path of this site.
 *
 * @param paths the paths that documents serve, see {@link pathsOf}
 */
export function pathExists(path: string, paths: ReadonlySet<string>): boolean {
  const [, first = ""] = path.split("/");
  const isOneOfMany = places.some(
    (place) => "base" in place && place.base !== "/" && path.startsWith(place.base),
  );
  if (path === "/" || paths.has(path)) return true;
  return !isOneOfMany && reservedPaths.has(first.replace(/\.\w+$/, ""));
}

/** The documents that have pages of their own. */
export const withoutRedirects = <T extends { _type: string }>(documents: readonly T[]): T[] =>
  documents.filter(({ _type }) => _type !== "redirect");

/** The message about a redirect that starts at a page. */
export const pageAt = (path: string): string =>
  `There is a page at ${path}: visitors see that page, and never follow this redirect.`;

/** The message about a path at which visitors find nothing. */
export const notFoundMessage = (href: string): string =>
  `There is no page at ${href}. Choose one that exists.`;

/** Walks through a value and everything in it. */
function visit<Found>(
  value: unknown,
  path: string,
  look: (part: object, path: string) => Found[],
): Found[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : look(value, path);
  const inner = Object.entries(value).flatMap(([name, part]) => {
    const step = Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name;
    return visit(part, step, look);
  });
  return [...own, ...inner];
}
