/** A step from a value to one of its parts: the name of a field, or the key of an item. */
export type Step = string | { _key: string };

/** A part of a document that differs between two versions of it. */
export interface Change {
  path: Step[];
  before: unknown;
  after: unknown;
}

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Whether two values are equal, whatever the order of their fields: the lake has an order of its
 * own.
 */
export const isSame = (one: unknown, other: unknown): boolean => stable(one) === stable(other);

const stable = (value: unknown) =>
  JSON.stringify(value, (_name, part: unknown) =>
    isFields(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Lists of documents do not change; each of thousands of changes looks up an item. */
const keyedLists = new WeakMap<object, ReturnType<typeof keysOf>>();

/** The items of a list by their keys, in order; undefined where one has no key of its own. */
function keyed(value: unknown): Map<string, unknown> | undefined {
  if (!Array.isArray(value)) return undefined;
  if (!keyedLists.has(value)) keyedLists.set(value, keysOf(value));
  return keyedLists.get(value);
}

function keysOf(value: readonly unknown[]): Map<string, unknown> | undefined {
  const items = new Map<string, unknown>();
  for (const item of value) {
    if (!isFields(item) || typeof item._key !== "string") return undefined;
    items.set(item._key, item);
  }
  return items.size === value.length ? items : undefined;
}

/**
 * What differs between two versions of a document, in parts as small as possible: others may have
 * edited the rest. A list whose items are others, or in another order, is one part.
 */
export function changesBetween(before: unknown, after: unknown, path: Step[] = []): Change[] {
  // Compared at the leaves only: compared at each level, a deep document takes seconds.
  if (isFields(before) && isFields(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((name) => path.length > 0 || !name.startsWith("_"))
      .flatMap((name) => changesBetween(before[name], after[name], [...path, name]));
  }
  const [were, are] = [keyed(before), keyed(after)];
  if (were && are && isSame([...were.keys()], [...are.keys()])) {
    return [...are].flatMap(([_key, item]) =>
      changesBetween(were.get(_key), item, [...path, { _key }]),
    );
  }
  return isSame(before, after) ? [] : [{ path, before, after }];
}

/** The part of a value at a path, if there is one. */
export function valueAt(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (step === undefined) return value;
  if (typeof step !== "string") return valueAt(keyed(value)?.get(step._key), rest);
  return isFields(value) && Object.hasOwn(value, step) ? valueAt(value[step], rest) : undefined;
}

/** A path as the lake reads it. */
export const pathText = (path: readonly Step[]): string =>
  path.reduce<string>((text, step) => {
    if (typeof step !== "string") return `${text}[_key==${JSON.stringify(step._key)}]`;
    return text ? `${text}.${step}` : step;
  }, "");
