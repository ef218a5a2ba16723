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

/** The fields that hold an address. */
const addressFields = ["href", "to", "apiDocLink"];

/** Every address of this site that a document names, with the field that does. */
export function internalLinks(value: unknown): Link[] {
  return visit(value, "", (part, path) =>
    addressFields.flatMap((name) => {
      const address = Reflect.get(part, name);
      const isInternal = typeof address === "string" && /^\/(?!\/)/.test(address);
      return isInternal ? [{ address, path: path ? `${path}.${name}` : name }] : [];
    }),
  );
}

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
