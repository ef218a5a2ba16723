import { z } from "zod";
import { type Document, randomKey, isRecord } from "./document";
import { Failure, failedRequest, httpError } from "./errors";
import { limits } from "./limits";
import { type QueryContext } from "./query/evaluate";
import { type Queries } from "./query/queries";
import { each, inTimeSlices } from "./time-slicing";
import { type Store, type TransactionRequest } from "./store";
import { type PatchOperations } from "./patch";
import { missingDocument, type Transaction } from "./transaction";

const attributes = z.record(z.string(), z.unknown());

/** https://www.sanity.io/docs/http-patches. `merge` is gone from Sanity's API too. */
export const patchOperations = z.strictObject({
  set: attributes.optional(),
  setIfMissing: attributes.optional(),
  unset: z.array(z.string()).optional(),
  inc: z.record(z.string(), z.number()).optional(),
  dec: z.record(z.string(), z.number()).optional(),
  diffMatchPatch: z.record(z.string(), z.string()).optional(),
  insert: z
    .union([
      z.strictObject({ before: z.string(), items: z.array(z.unknown()) }),
      z.strictObject({ after: z.string(), items: z.array(z.unknown()) }),
      z.strictObject({ replace: z.string(), items: z.array(z.unknown()) }),
    ])
    .optional(),
});

const selection = {
  id: z.string().optional(),
  query: z.string().optional(),
  params: attributes.optional(),
};

const mutation = z.union([
  z.strictObject({ create: attributes }),
  z.strictObject({ createIfNotExists: attributes }),
  z.strictObject({ createOrReplace: attributes }),
  z.strictObject({ delete: z.strictObject({ ...selection, purge: z.boolean().optional() }) }),
  z.strictObject({
    patch: patchOperations
      .extend({
        ...selection,
        ifRevisionID: z.string().optional(),
        ifRevisionId: z.string().optional(),
      })
      .transform(({ id, query, params, ifRevisionID, ifRevisionId, ...operations }) => ({
        ...{ id, query, params, operations },
        revision: ifRevisionID ?? ifRevisionId,
      })),
  }),
]);

const mutateRequest = z.object({
  mutations: z.array(z.unknown()).max(limits.mutations),
  transactionId: z.string().optional(),
  dryRun: z.boolean().optional(),
});

type Mutation = z.infer<typeof mutation>;

export interface MutationResult {
  id: string;
  operation: "create" | "update" | "delete" | "none";
  document?: Document;
}

export interface MutateOptions {
  context: QueryContext;
  transactionId?: string;
  dryRun?: boolean;
  returnDocuments?: boolean;
  autoGenerateArrayKeys?: boolean;
  check?: TransactionRequest["check"];
}

/**
 * Carries out the body of a mutate request: `{mutations: [...], transactionId?, dryRun?}`, all of
 * it or nothing. https://www.sanity.io/docs/http-mutations
 *
 * @throws LakeError 400 when malformed, 409 for conflicts, each naming the mutation at fault
 */
export async function mutate(
  { store, queries }: { store: Store; queries: Queries },
  body: unknown,
  { context, returnDocuments, autoGenerateArrayKeys, check, ...options }: MutateOptions,
): Promise<{ transactionId: string; results: MutationResult[] }> {
  const request = mutateRequest.safeParse(body);
  if (!request.success) throw httpError(400, "Bad Request", explain(request.error));
  // Both may be in the URL and in the body.
  const { transactionId = options.transactionId, dryRun } = request.data;
  const planned = {
    author: context.identity,
    transactionId,
    dryRun: dryRun === true || options.dryRun,
    check,
  };
  let index = 0;
  try {
    const parse = (value: unknown, position: number) => {
      index = position;
      return parseMutation(value, autoGenerateArrayKeys);
    };
    const mutations = await inTimeSlices(each(request.data.mutations, parse));
    const outcome = await store.transactInSteps(planned, function* (transaction) {
      const results: MutationResult[] = [];
      for (const [position, mutation] of mutations.entries()) {
        index = position;
        if (!selects(mutation)) {
          results.push(bring(transaction, mutation));
          yield;
          continue;
        }
        const { id, query, params = {} } = selectionOf(mutation);
        const selected =
          query === undefined
            ? [id].filter((given) => given !== undefined)
            : yield (time) => queries.select(transaction, { query, params, context }, time);
        for (const id of selected ?? []) {
          results.push(yield* change(transaction, mutation, id));
          yield;
        }
      }
      return results;
    });
    const results = outcome.value.map((result) => ({ ...result }));
    if (returnDocuments) {
      const changes = new Map(outcome.changes.map((change) => [change.id, change]));
      for (const result of results) {
        const change = changes.get(result.id);
        result.document = change ? (change.after ?? change.before) : store.get(result.id);
      }
    }
    return { transactionId: outcome.transactionId, results };
  } catch (error) {
    if (error instanceof Failure) {
      throw failedRequest("mutationError", [{ failure: error, index }]);
    }
    throw error;
  }
}

/** Throws a {@link Failure}. */
function parseMutation(value: unknown, autoGenerateArrayKeys = false): Mutation {
  const parsed = mutation.safeParse(value);
  if (!parsed.success) throw malformed(explain(parsed.error));
  if (selects(parsed.data)) {
    const { id, query } = selectionOf(parsed.data);
    if ((id ?? query) === undefined) throw malformed('"id" or "query" is required');
  }
  return autoGenerateArrayKeys ? withArrayKeys(parsed.data) : parsed.data;
}

const malformed = (what: string) =>
  new Failure(400, { type: "mutationParseError", description: `Malformed mutation: ${what}` });

/** The mutations of existing documents; the others contain a whole one. */
type Selecting = Extract<Mutation, { delete: unknown } | { patch: unknown }>;

const selects = (each: Mutation): each is Selecting => "delete" in each || "patch" in each;

const selectionOf = (each: Selecting) => ("delete" in each ? each.delete : each.patch);

function bring(transaction: Transaction, each: Exclude<Mutation, Selecting>): MutationResult {
  if ("create" in each) {
    return { id: transaction.create(each.create), operation: "create" };
  }
  if ("createIfNotExists" in each) {
    const id = each.createIfNotExists._id;
    if (typeof id === "string" && transaction.get(id)) return { id, operation: "none" };
    return { id: transaction.create(each.createIfNotExists), operation: "create" };
  }
  const id = each.createOrReplace._id;
  const existed = typeof id === "string" && transaction.get(id) !== undefined;
  const written = transaction.createOrReplace(each.createOrReplace);
  return { id: written, operation: existed ? "update" : "create" };
}

function* change(
  transaction: Transaction,
  each: Selecting,
  id: string,
): Generator<undefined, MutationResult> {
  if ("delete" in each) {
    if (each.delete.purge) transaction.purge(id);
    return { id, operation: transaction.delete(id) ? "delete" : "none" };
  }
  const { revision, operations } = each.patch;
  checkRevision(transaction, id, revision);
  yield* transaction.patch(id, operations);
  return { id, operation: "update" };
}

/** Throws a {@link Failure} (409) unless the document exists at that revision. */
export function checkRevision(
  transaction: Transaction,
  id: string,
  revision: string | undefined,
): void {
  const document = transaction.get(id);
  if (!document) throw missingDocument(id);
  if (revision === undefined || document._rev === revision) return;
  throw new Failure(409, {
    type: "documentRevisionIDDoesNotMatchError",
    id,
    currentRevisionID: document._rev,
    expectedRevisionID: revision,
    description: `Document "${id}" has unexpected revision ID (${document._rev}), expected "${revision}"`,
  });
}

export function explain(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return "malformed";
  const path = issue.path.join(".");
  return path === "" ? issue.message : `${path}: ${issue.message}`;
}

function withArrayKeys(each: Mutation): Mutation {
  if ("delete" in each) return each;
  if ("patch" in each) {
    const { insert, set, setIfMissing } = each.patch.operations;
    const keyed: PatchOperations = {
      set: set && keyedAttributes(set),
      setIfMissing: setIfMissing && keyedAttributes(setIfMissing),
      insert: insert && { ...insert, items: insert.items.map(keyedItem) },
    };
    return { patch: { ...each.patch, operations: { ...each.patch.operations, ...keyed } } };
  }
  if ("create" in each) return { create: keyedAttributes(each.create) };
  if ("createIfNotExists" in each) {
    return { createIfNotExists: keyedAttributes(each.createIfNotExists) };
  }
  return { createOrReplace: keyedAttributes(each.createOrReplace) };
}

function keyedAttributes(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, keyed(value)]));
}

function keyed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keyedItem);
  return isRecord(value) ? keyedAttributes(value) : value;
}

/** The Studio cannot edit an object in an array without a `_key`. */
function keyedItem(item: unknown): unknown {
  if (!isRecord(item)) return keyed(item);
  return { ...(item._key === undefined ? { _key: randomKey(12) } : {}), ...keyedAttributes(item) };
}
