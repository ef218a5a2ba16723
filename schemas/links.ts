import { pagePath, places } from "./page-path";
import { reservedPaths } from "./reserved-paths";

/** A place in a document that names another. */
export interface Reference {
  id: string;
  path: string;
}

/** An address of this site that a document names. */
export interface Link {
  address: string;
  path: string;
}

/** Every document that a document refers to, with the field that does. */
export function referencesIn(value: unknown): Reference[] {
  return visit(value, "", (part, path) =>
    "_ref" in part && typeof part._ref === "string" ? [{ id: part._ref, path }] : [],
  );
}

/** True for an address of this site. */
export const isInternal = (address: unknown): address is string =>
  typeof address === "string" && /^\/(?!\/)/.test(address);

/** The fields that hold an address. */
const addressFields = ["href", "to", "apiDocLink"];

/** Every address of this site that a document names, with the field that does. */
export function internalLinks(value: unknown): Link[] {
  return visit(value, "", (part, path) =>
    addressFields.flatMap((name) => {
      const address = Reflect.get(part, name);
      return isInternal(address) ? [{ address, path: path ? `${path}.${name}` : name }] : [];
    }),
  );
}

/** The paths at which documents answer: their pages, and the old addresses that redirects take over. */
export const pathsOf = (
  documents: readonly ({ _type: string } & Record<string, unknown>)[],
): ReadonlySet<string> =>
  new Set(
    documents.flatMap((document) =>
      document._type === "redirect" ? String(document.from) : (pagePath(document) ?? []),
    ),
  );

/** An address of this site without parameters, anchor and a slash at the end. */
export const pathOf = (address: string): string =>
  address.replace(/[?#].*$/, "").replace(/(.)\/$/, "$1");

/**
 * True when visitors find something at a path of this site.
 *
 * @param paths where documents answer, see {@link pathsOf}
 */
export function isThere(path: string, paths: ReadonlySet<string>): boolean {
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

/** What is said of a redirect that begins at a page. */
export const pageAt = (path: string): string =>
  `There is a page at ${path}: visitors see that, and never where this leads.`;

/** What is said of an address at which visitors find nothing. */
export const nothingAt = (address: string): string => `There is nothing at ${address}.`;

/** Walks through a value with all that is in it. */
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
