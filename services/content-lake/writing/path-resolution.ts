import { isRecord } from "../document";
import { limits } from "../limits";

/** A location in a document that a path of a patch leads to. */
export interface Match {
  readonly path: readonly (string | number)[];
  /** The value there; undefined = nothing yet. */
  readonly value: unknown;
  /** A value without attributes, such as a string, is on the way. */
  readonly blocked: boolean;
}

/** From a location to those that a step of the path leads to. */
export type Step = (match: Match) => Iterable<Match>;

/**
 * The locations in the document that the steps lead to, each once, from the end to the beginning
 * and inner before outer, so that no operation moves a later one. Throws when there are too many.
 */
export function resolvePath(steps: readonly Step[], document: unknown): Match[] {
  const matches = walk(steps, [{ path: [], value: document, blocked: false }]);
  return matches.sort((left, right) => -inOrder(left.path, right.path));
}

function inOrder(left: Match["path"], right: Match["path"]): number {
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (part !== other) return part < other ? -1 : 1;
  }
  return left.length - right.length;
}

/**
 * The places in a document that the steps of a path lead to, each once.
 *
 * @throws when they are more than `limits.writtenOutPaths`
 */
export function walk(steps: readonly Step[], from: readonly Match[]): Match[] {
  return steps.reduce<Match[]>(
    (matches, step) => {
      // Unions, and attributes anywhere, may lead to one location by several ways.
      const next = new Map<string, Match>();
      for (const match of matches) {
        for (const found of step(match)) {
          next.set(found.path.join("\0"), found);
          if (next.size > limits.writtenOutPaths) throw new Error("The path has too many places");
        }
      }
      return [...next.values()];
    },
    [...from],
  );
}

const below = ({ path }: Match, part: string | number, value: unknown, blocked = false): Match => ({
  path: [...path, part],
  value,
  blocked,
});

/** An own attribute of an object; undefined where there is none, or no object. */
export const attributeOf = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/**
 * Also an attribute that does not exist yet, because a patch may set it; a list has no attributes.
 */
export const attribute = (name: string): Step =>
  function* (match) {
    const { value, blocked } = match;
    if (Array.isArray(value)) return;
    const isThrough = value !== undefined && !isRecord(value);
    yield below(match, name, attributeOf(value, name), blocked || isThrough);
  };

/** A patch makes elements only by inserting them: missing ones are not locations. */
export const element = (index: number): Step =>
  function* (match) {
    if (!Array.isArray(match.value)) return;
    const at = index < 0 ? index + match.value.length : index;
    if (at >= 0 && at < match.value.length) yield below(match, at, match.value[at]);
  };

/** The elements of a list from `start` to before `end`; negative ones count from the end. */
export const range = (start = 0, end = Infinity): Step =>
  function* (match) {
    if (!Array.isArray(match.value)) return;
    const { length } = match.value;
    const bound = (index: number) =>
      Math.max(0, Math.min(index < 0 ? index + length : index, length));
    for (let at = bound(start); at < bound(end); at++) yield below(match, at, match.value[at]);
  };

/** All elements of a list, and all attributes of an object. */
export const everything: Step = function* (match) {
  const { value } = match;
  if (Array.isArray(value)) {
    for (const [at, inner] of value.entries()) yield below(match, at, inner);
  } else if (isRecord(value)) {
    for (const [name, inner] of Object.entries(value)) yield below(match, name, inner);
  }
};

/** The elements of a list that match a filter; any other value itself, if it matches. */
export const elements = (takes: (value: unknown) => boolean): Step =>
  function* (match) {
    if (!Array.isArray(match.value)) {
      if (takes(match.value)) yield match;
      return;
    }
    for (const [at, inner] of match.value.entries())
      if (takes(inner)) yield below(match, at, inner);
  };

/**
 * What the steps lead to from a location and from everything within it. The first must lead to an
 * existing value.
 */
export function anywhere([first, ...rest]: readonly Step[]): Step {
  const search: Step = function* (match) {
    const found = first ? [...first(match)].filter(({ value }) => value !== undefined) : [];
    if (found.length > 0) yield* walk(rest, found);
    for (const inner of everything(match)) {
      if (typeof inner.value === "object") yield* search(inner);
    }
  };
  return search;
}

/** Numbers are compared with numbers and strings with strings; other kinds are unequal. */
export function compare(
  left: unknown,
  operator: string,
  right: string | number | boolean,
): boolean {
  if (left === undefined || (typeof left === "object" && left !== null)) return false;
  if (operator === "==") return left === right;
  if (operator === "!=") return left !== right;
  if (typeof left === "number" && typeof right === "number")
    return isOrdered(left, operator, right);
  if (typeof left === "string" && typeof right === "string")
    return isOrdered(left, operator, right);
  return false;
}

function isOrdered<T extends number | string>(left: T, operator: string, right: T): boolean {
  if (operator === "<") return left < right;
  if (operator === "<=") return left <= right;
  return operator === ">" ? left > right : left >= right;
}
