import { isRecord } from "./document";
import { limits } from "./limits";

/** Where a path of a patch leads in a document. */
export interface Place {
  readonly path: readonly (string | number)[];
  /** What stands there; undefined = nothing yet. */
  readonly value: unknown;
  /** Something that has no attributes, a text say, stands on the way. */
  readonly blocked: boolean;
}

/** From a place to those that a step of the path leads to. */
export type Step = (place: Place) => Iterable<Place>;

/**
 * The places in the document that the steps lead to, each once, from its end to its beginning and what is within another
 * before that: so none is moved by what is done at those before it. Throws when they are too many.
 */
export function resolvePath(steps: readonly Step[], document: unknown): Place[] {
  const places = walk(steps, [{ path: [], value: document, blocked: false }]);
  return places.sort((left, right) => -inOrder(left.path, right.path));
}

function inOrder(left: Place["path"], right: Place["path"]): number {
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (part !== other) return part < other ? -1 : 1;
  }
  return left.length - right.length;
}

export function walk(steps: readonly Step[], from: readonly Place[]): Place[] {
  return steps.reduce<Place[]>(
    (places, step) => {
      // Unions, and attributes anywhere, may lead to one place by several ways.
      const next = new Map<string, Place>();
      for (const place of places) {
        for (const found of step(place)) {
          next.set(found.path.join("\0"), found);
          if (next.size > limits.writtenOutPaths) throw new Error("The path has too many places");
        }
      }
      return [...next.values()];
    },
    [...from],
  );
}

const below = ({ path }: Place, part: string | number, value: unknown, blocked = false): Place => ({
  path: [...path, part],
  value,
  blocked,
});

export const attributeOf = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Also where there is none yet, as a patch may set it; a list has no attributes. */
export const attribute = (name: string): Step =>
  function* (place) {
    const { value, blocked } = place;
    if (Array.isArray(value)) return;
    const isThrough = value !== undefined && !isRecord(value);
    yield below(place, name, attributeOf(value, name), blocked || isThrough);
  };

/** No patch makes elements but by inserting them: those that are not there are no places. */
export const element = (index: number): Step =>
  function* (place) {
    if (!Array.isArray(place.value)) return;
    const at = index < 0 ? index + place.value.length : index;
    if (at >= 0 && at < place.value.length) yield below(place, at, place.value[at]);
  };

export const range = (start = 0, end = Infinity): Step =>
  function* (place) {
    if (!Array.isArray(place.value)) return;
    const { length } = place.value;
    const bound = (index: number) =>
      Math.max(0, Math.min(index < 0 ? index + length : index, length));
    for (let at = bound(start); at < bound(end); at++) yield below(place, at, place.value[at]);
  };

export const everything: Step = function* (place) {
  const { value } = place;
  if (Array.isArray(value)) {
    for (const [at, inner] of value.entries()) yield below(place, at, inner);
  } else if (isRecord(value)) {
    for (const [name, inner] of Object.entries(value)) yield below(place, name, inner);
  }
};

/** The elements of a list that a filter takes; anything else itself, if it takes that. */
export const elements = (takes: (value: unknown) => boolean): Step =>
  function* (place) {
    if (!Array.isArray(place.value)) {
      if (takes(place.value)) yield place;
      return;
    }
    for (const [at, inner] of place.value.entries())
      if (takes(inner)) yield below(place, at, inner);
  };

/** What the steps lead to from a place and from everything within it. The first must lead to something that is there. */
export function anywhere([first, ...rest]: readonly Step[]): Step {
  const search: Step = function* (place) {
    const found = first ? [...first(place)].filter(({ value }) => value !== undefined) : [];
    if (found.length > 0) yield* walk(rest, found);
    for (const inner of everything(place)) {
      if (typeof inner.value === "object") yield* search(inner);
    }
  };
  return search;
}

/** Numbers are compared with numbers and texts with texts; what is of another kind is unequal. */
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
