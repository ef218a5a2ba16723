import type { Document } from "../document";
import { explain, failedRequest, MutationFailure, httpError } from "../errors";
import {
  type Mutation,
  mutateRequest,
  parseMutation,
  type Selecting,
  selectionOf,
  selects,
} from "./mutation-schema";
import type { QueryContext } from "../query/evaluate";
import type { Queries } from "../query/queries";
import type { Store, TransactionRequest } from "../store";
import { mapInSteps, inTimeSlices } from "../time-slicing";
import type { Transaction } from "./transaction";

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
    const mutations = await inTimeSlices(mapInSteps(request.data.mutations, parse));
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
    if (error instanceof MutationFailure) {
      throw failedRequest("mutationError", [{ failure: error, index }]);
    }
    throw error;
  }
}

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
  transaction.checkRevision(id, revision);
  yield* transaction.patch(id, operations);
  return { id, operation: "update" };
}
