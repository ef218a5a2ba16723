import type { ExprNode, SelectorNode } from "groq-js";
import { isRecord } from "../document";

/** Evaluates an expression on a value, as `@`. */
export type Evaluate = (expression: ExprNode, root: unknown) => unknown;

/** A location in a value: names of attributes and indices of elements. */
type Path = readonly (string | number)[];

/**
 * Whether something that the selector selects in either value differs between them:
 * `diff::changedAny()`. https://spec.groq.dev/draft/#sec-Diff-extension
 */
export function changedAny(
  before: unknown,
  after: unknown,
  selector: SelectorNode,
  evaluate: Evaluate,
): boolean {
  const selected = selectedPaths(selector, before, evaluate);
  if (selected.length !== selectedPaths(selector, after, evaluate).length) return true;
  return selected.some((path) => {
    const isMoved = path.some((part, index) => {
      if (typeof part !== "number") return false;
      const [list, other] = [before, after].map((value) => valueAt(value, path.slice(0, index)));
      return !Array.isArray(list) || !Array.isArray(other) || list.length !== other.length;
    });
    return isMoved || differences(valueAt(before, path), valueAt(after, path)).length > 0;
  });
}

/** Whether all that differs between two values is selected: `diff::changedOnly()`. */
export function changedOnly(
  before: unknown,
  after: unknown,
  selector: SelectorNode,
  evaluate: Evaluate,
): boolean {
  const selected = selectedPaths(selector, before, evaluate);
  return differences(before, after).every((path) =>
    selected.some((prefix) => prefix.every((part, index) => path[index] === part)),
  );
}

function selectedPaths(selector: SelectorNode, value: unknown, evaluate: Evaluate): Path[] {
  const within = (base: SelectorNode, select: (inner: unknown) => Path[]) =>
    selectedPaths(base, value, evaluate).flatMap((path) =>
      select(valueAt(value, path)).map((inner) => [...path, ...inner]),
    );
  switch (selector.type) {
    case "Group":
      return selectedPaths(selector.base, value, evaluate);
    case "Tuple":
      return selector.members.flatMap((member) => selectedPaths(member, value, evaluate));
    case "AccessAttribute": {
      const name: Path = [selector.name];
      return selector.base ? within(selector.base, () => [name]) : [name];
    }
    case "ArrayCoerce":
      return within(selector.base, (list) => indices(list));
    case "Filter": {
      const accepts = (element: unknown) => isTrue(evaluate(selector.expr, element));
      return within(selector.base, (list) => indices(list, accepts));
    }
    case "SelectorFuncCall":
      return anywhere(value, (object) => isTrue(evaluate(selector.arg, object)));
    case "SelectorNested":
      return within(selector.base, (inner) => selectedPaths(selector.nested, inner, evaluate));
  }
}

const isTrue = (value: unknown) => value === true;

function indices(list: unknown, accepts: (element: unknown) => boolean = () => true): Path[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((element, index) => (accepts(element) ? [[index]] : []));
}

/** All accepted objects in a value, including itself. */
function anywhere(value: unknown, accepts: (object: unknown) => boolean): Path[] {
  const found: Path[] = isRecord(value) && accepts(value) ? [[]] : [];
  for (const [part, inner] of partsOf(value)) {
    for (const path of anywhere(inner, accepts)) found.push([part, ...path]);
  }
  return found;
}

/** The paths of what differs, none within another. Lists of different lengths differ as a whole. */
function differences(before: unknown, after: unknown): Path[] {
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => under(name, differences(before[name], after[name])));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return [[]];
    return before.flatMap((element, index) => under(index, differences(element, after[index])));
  }
  return (before ?? null) === (after ?? null) ? [] : [[]];
}

const under = (part: string | number, paths: Path[]): Path[] =>
  paths.map((path) => [part, ...path]);

function partsOf(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return [...value.entries()];
  return isRecord(value) ? Object.entries(value) : [];
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const part of path) {
    if (Array.isArray(current)) current = current[Number(part)];
    else current = isRecord(current) ? current[part] : undefined;
  }
  return current;
}
