import { z } from "zod";
import { type Document, randomKey, isRecord } from "./document";
import { Failure, failedRequest, httpError } from "./errors";
import { limits } from "./limits";
import { type QueryContext } from "./query/evaluate";
import { type Queries } from "./query/queries";
import { type Store } from "./store";
import { missingDocument, type PatchOperations, type Transaction } from "./transaction";

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
});

type Mutation = z.infer<typeof mutation>;
type Selection = { id?: string; query?: string; params?: Record<string, unknown> };

export interface MutationResult {
  id: string;
  operation: "create" | "update" | "delete" | "none";
  document?: Document;
}

export interface MutateOptions {
  context: QueryContext;
  dryRun?: boolean;
  returnDocuments?: boolean;
  autoGenerateArrayKeys?: boolean;
}

/**
 * Carries out the body of a mutate request: `{mutations: [...], transactionId?}`, all of it or nothing.
 * https://www.sanity.io/docs/http-mutations
 *
 * @throws LakeError 400 for what is malformed, 409 for conflicts, each naming the mutation at fault
 */
export async function mutate(
  { store, queries }: { store: Store; queries: Queries },
  body: unknown,
  { context, dryRun, returnDocuments, autoGenerateArrayKeys }: MutateOptions,
): Promise<{ transactionId: string; results: MutationResult[] }> {
  const request = mutateRequest.safeParse(body);
  if (!request.success) throw httpError(400, "Bad Request", explain(request.error));
  let index = 0;
  const mutations = request.data.mutations.map((each, position) => {
    const parsed = mutation.safeParse(each);
    if (parsed.success) return autoGenerateArrayKeys ? withArrayKeys(parsed.data) : parsed.data;
    const description = `Malformed mutation: ${explain(parsed.error)}`;
    const failure = new Failure(400, { type: "mutationParseError", description });
    throw failedRequest("mutationError", [{ failure, index: position }]);
  });
  const { transactionId } = request.data;
  const planned = { author: context.identity, transactionId, dryRun };
  try {
    const outcome = await store.transactInSteps(planned, function* (transaction) {
      const results: MutationResult[] = [];
      for (const [position, each] of mutations.entries()) {
        index = position;
        const { id, query, params = {} } = selectionOf(each);
        const selected =
          query === undefined
            ? [id].filter((given) => given !== undefined)
            : yield (time) => queries.select(transaction, { query, params, context }, time);
        results.push(...apply(transaction, each, selected));
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

/** What it is to be applied to; nothing for those that bring a whole document. */
function selectionOf(each: Mutation): Selection {
  if (!("delete" in each || "patch" in each)) return {};
  const selection = "delete" in each ? each.delete : each.patch;
  if (selection.query !== undefined || selection.id !== undefined) return selection;
  throw new Failure(400, {
    type: "mutationParseError",
    description: 'Malformed mutation: "id" or "query" is required',
  });
}

/** @param selected the ids of what it patches or deletes */
function apply(transaction: Transaction, each: Mutation, selected: string[]): MutationResult[] {
  if ("create" in each) {
    return [{ id: transaction.create(each.create), operation: "create" }];
  }
  if ("createIfNotExists" in each) {
    const id = each.createIfNotExists._id;
    if (typeof id === "string" && transaction.get(id)) return [{ id, operation: "none" }];
    return [{ id: transaction.create(each.createIfNotExists), operation: "create" }];
  }
  if ("createOrReplace" in each) {
    const id = each.createOrReplace._id;
    const existed = typeof id === "string" && transaction.get(id) !== undefined;
    const written = transaction.createOrReplace(each.createOrReplace);
    return [{ id: written, operation: existed ? "update" : "create" }];
  }
  if ("delete" in each) {
    return selected.map((id) => {
      if (each.delete.purge) transaction.purge(id);
      return { id, operation: transaction.delete(id) ? "delete" : "none" };
    });
  }
  const { revision, operations } = each.patch;
  return selected.map((id) => {
    checkRevision(transaction, id, revision);
    transaction.patch(id, operations);
    return { id, operation: "update" };
  });
}

/** Throws a {@link Failure} (409) unless the document is there and at that revision. */
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
