/** A patch's operations as Sanity's clients write them. https://www.sanity.io/docs/http-patches */
export interface PatchOperations {
  set?: Record<string, unknown>;
  setIfMissing?: Record<string, unknown>;
  unset?: string[];
  inc?: Record<string, number>;
  dec?: Record<string, number>;
  diffMatchPatch?: Record<string, string>;
  insert?:
    | { before: string; items: unknown[] }
    | { after: string; items: unknown[] }
    | { replace: string; items: unknown[] };
}

/** One operation at one path. */
export type Operation =
  | { kind: "set" | "setIfMissing"; path: string; value: unknown }
  | { kind: "unset"; path: string }
  | { kind: "diffMatchPatch"; path: string; value: string }
  | { kind: "inc" | "dec"; path: string; value: number }
  | Insertion;

export interface Insertion {
  kind: "before" | "after" | "replace";
  path: string;
  items: unknown[];
}

/** In the mutator's order. */
export function* inOrder(operations: PatchOperations): Iterable<Operation> {
  const { set, setIfMissing, unset, inc, dec, diffMatchPatch, insert } = operations;
  yield* keyed("setIfMissing", setIfMissing);
  yield* keyed("set", set);
  for (const path of unset ?? []) yield { kind: "unset", path };
  yield* keyed("diffMatchPatch", diffMatchPatch);
  yield* keyed("inc", inc);
  yield* keyed("dec", dec);
  if (!insert) return;
  const { items } = insert;
  if ("before" in insert) yield { kind: "before", path: insert.before, items };
  else if ("after" in insert) yield { kind: "after", path: insert.after, items };
  else yield { kind: "replace", path: insert.replace, items };
}

function keyed<Kind extends string, Value>(kind: Kind, values: Record<string, Value> = {}) {
  return Object.entries(values).map(([path, value]) => ({ kind, path, value }));
}

/** An operation as a patch, at the path that was sent. */
export function asGiven(operation: Operation): PatchOperations {
  if (isInsertion(operation)) return insertion(operation, operation.path);
  return at(operation, [operation.path]);
}

/** Whether an operation inserts elements into a list. */
export const isInsertion = (operation: Operation): operation is Insertion => "items" in operation;

/** An operation as a patch, at each of the locations that its path matches. */
export function at(
  operation: Exclude<Operation, Insertion>,
  paths: readonly string[],
): PatchOperations {
  if (operation.kind === "unset") return { unset: [...paths] };
  const { kind, value } = operation;
  return { [kind]: Object.fromEntries(paths.map((path) => [path, value])) };
}

/** An insertion as a patch, at one location. */
export const insertion = ({ kind, items }: Insertion, path: string): PatchOperations => {
  if (kind === "before") return { insert: { before: path, items } };
  return { insert: kind === "after" ? { after: path, items } : { replace: path, items } };
};
