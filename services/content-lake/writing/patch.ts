import { Mutation } from "@sanity/mutator";
import { ComputationTimeout, withinTime } from "@platen/kit";
import { type Document, isDocument } from "../document";
import { MutationFailure } from "../errors";
import { parsePath, type Path, writtenOut } from "./json-match";
import { limits } from "../limits";
import {
  asGiven,
  at,
  inOrder,
  type Insertion,
  insertion,
  isInsertion,
  type Operation,
  type PatchOperations,
} from "./patch-operations";
import { type Match, resolvePath } from "./path-resolution";

interface Patched {
  readonly document: Document;
  /** Patches with which the mutator, and so the Studio, gets it from the previous document. */
  readonly patches: readonly PatchOperations[];
}

/**
 * Applies the operations one after the other, in the mutator's order and with its code, with which
 * the Studio shows an edit before the response arrives. A path that the mutator interprets
 * differently from https://www.sanity.io/docs/json-match, or not at all, is rewritten for it:
 * `list[*].title` is `list[0].title`, `list[1].title` …. Where a path leads nowhere nothing is
 * done: the mutator would make up elements, or abort. Yields every few locations.
 *
 * @throws MutationFailure 400 for a malformed path, one that matches too many locations, or an
 *   operation that is impossible there or takes too long
 */
export function* applyOperations(
  before: Document,
  operations: PatchOperations,
): Generator<undefined, Patched> {
  const patches: PatchOperations[] = [];
  let document = before;
  let isAsGiven = true;
  for (const operation of inOrder(operations)) {
    const given = asGiven(operation);
    const path = parsed(operation.path);
    const found = document;
    const find = () => toMutatorOperation(operation, { given, path }, found);
    const worded = path.isPlain ? find() : yield* inBriefOr(operation, found, find);
    isAsGiven &&= worded.includes(given);
    for (const patch of worded) {
      const current = document;
      const apply = () => applied(patch, current);
      document = isQuick(operation) ? apply() : yield* inBriefOr(operation, current, apply);
      yield;
    }
    patches.push(...worded);
    yield;
  }
  return { document, patches: isAsGiven ? [operations] : patches };
}

/**
 * A diff may have been made from quite another text: then each of its parts is searched for
 * everywhere, and fifty parts in a text of a megabyte take a second.
 */
const isQuick = (operation: Operation) => operation.kind !== "diffMatchPatch";

/**
 * Runs work that may be crafted to take forever and blocks everyone meanwhile. It is tried twice:
 * the first time the machine may have been busy with something else.
 */
function* inBriefOr<T>(
  { path }: Operation,
  { _id: id }: Document,
  work: () => T,
): Generator<undefined, T> {
  for (let tries = 0; tries < 2; tries++) {
    try {
      return withinTime(limits.patchStep, work);
    } catch (error) {
      if (!(error instanceof ComputationTimeout)) throw error;
    }
    yield;
  }
  return refusing(id, () => {
    throw new Error(`"${path.slice(0, 200)}" takes longer than ${limits.patchStep} ms`);
  });
}

function applied(patch: PatchOperations, document: Document): Document {
  const { _id: id, _type: type } = document;
  const result = refusing(id, () =>
    new Mutation({ mutations: [{ patch: { id, ...patch } }] }).apply(document),
  );
  if (isDocument(result) && result._id === id && result._type === type) return result;
  throw new MutationFailure(400, {
    type: "immutableAttributeError",
    id,
    description: `Cannot modify immutable attributes of document "${id}"`,
  });
}

/** Turns what the work throws into a {@link MutationFailure}. */
function refusing<T>(id: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new MutationFailure(400, {
      type: "mutationError",
      id,
      description: `Cannot patch document "${id}": ${error instanceof Error ? error.message : String(error)}`,
    });
  }
}

function parsed(text: string): Path {
  try {
    if (text.length > limits.path) throw new SyntaxError("it is too long");
    return parsePath(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const description = `Malformed path "${text.slice(0, 200)}": ${error.message}`;
    throw new MutationFailure(400, { type: "validationError", description });
  }
}

/**
 * The given patch, where the mutator interprets it as we do; otherwise an equivalent one, or
 * nothing.
 */
function toMutatorOperation(
  operation: Operation,
  { given, path }: { given: PatchOperations; path: Path },
  document: Document,
): PatchOperations[] {
  return refusing(document._id, () => {
    if (isInsertion(operation)) return insertions(operation, { given, path }, document);
    const all = resolvePath(path.steps, document);
    if (all.some((match) => match.path.length === 0)) {
      throw new Error(`"${operation.path}" is the document itself`);
    }
    const matches = all.filter((match) => hasWork(operation, match));
    if (matches.length === 0) return [];
    if (path.isPlain && matches.length === all.length) return [given];
    const paths = matches.map((match) => writtenOut(match.path));
    const starts = [...paths.keys()].filter((index) => index % limits.patchPortion === 0);
    return starts.map((start) => at(operation, paths.slice(start, start + limits.patchPortion)));
  });
}

/** Whether the operation has an effect at a location. Throws where it is impossible. */
function hasWork(operation: Exclude<Operation, Insertion>, { value, blocked }: Match): boolean {
  switch (operation.kind) {
    case "set":
    case "setIfMissing":
      return true;
    case "unset":
      return !blocked;
    case "diffMatchPatch":
      // Someone else may have emptied the field while this was in flight.
      return typeof value === "string";
    case "inc":
    case "dec": {
      const what = operation.kind === "inc" ? "increment" : "decrement";
      const reason = reasonNotToCount(value, operation.value);
      if (reason) throw new Error(`Cannot ${what} "${operation.path}" because ${reason}`);
      return true;
    }
  }
}

function reasonNotToCount(value: unknown, by: number): string | undefined {
  if (value === undefined) return "it is not present";
  if (typeof value !== "number") return "it is not a number";
  // JSON has no larger numbers.
  return Number.isFinite(value + by) && Number.isFinite(value - by) ? undefined : "it is too large";
}

function insertions(
  operation: Insertion,
  { given, path }: { given: PatchOperations; path: Path },
  document: Document,
): PatchOperations[] {
  const element = path.steps.slice(-1);
  if (!path.endsInBrackets) throw new Error(`"${operation.path}" names no element of a list`);
  const matches = resolvePath(path.steps.slice(0, -1), document);
  const lists = matches.filter(({ value, blocked }) => value !== undefined && !blocked);
  if (!lists.every(({ value }) => Array.isArray(value))) {
    throw new Error(`"${operation.path}" names an element of something that is not a list`);
  }
  if (path.namesElement) return lists.length > 0 ? [given] : [];
  return lists.flatMap(({ path: list, value }) => {
    const indices = resolvePath(element, value).flatMap(({ path: [index] }) =>
      typeof index === "number" ? index : [],
    );
    if (indices.length === 0) return [];
    const index = {
      before: Math.min(...indices),
      after: Math.max(...indices),
      replace: indices.join(),
    }[operation.kind];
    return insertion(operation, `${writtenOut(list)}[${index}]`);
  });
}
