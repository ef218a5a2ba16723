import { z } from "zod";
import { isRecord, randomKey } from "../document";
import { explain, MutationFailure } from "../errors";
import { limits } from "../limits";
import type { PatchOperations } from "./patch-operations";

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
        id,
        query,
        params,
        operations,
        revision: ifRevisionID ?? ifRevisionId,
      })),
  }),
]);

export const mutateRequest = z.object({
  mutations: z.array(z.unknown()).max(limits.mutations),
  transactionId: z.string().optional(),
  dryRun: z.boolean().optional(),
});

export type Mutation = z.infer<typeof mutation>;

/** Throws a {@link MutationFailure}. */
export function parseMutation(value: unknown, autoGenerateArrayKeys = false): Mutation {
  const parsed = mutation.safeParse(value);
  if (!parsed.success) throw malformed(explain(parsed.error));
  if (selects(parsed.data)) {
    const { id, query } = selectionOf(parsed.data);
    if ((id ?? query) === undefined) throw malformed('"id" or "query" is required');
  }
  return autoGenerateArrayKeys ? withArrayKeys(parsed.data) : parsed.data;
}

const malformed = (what: string) =>
  new MutationFailure(400, {
    type: "mutationParseError",
    description: `Malformed mutation: ${what}`,
  });

/** The mutations of existing documents; the others contain a whole one. */
export type Selecting = Extract<Mutation, { delete: unknown } | { patch: unknown }>;

/** Whether a mutation changes existing documents. */
export const selects = (each: Mutation): each is Selecting => "delete" in each || "patch" in each;

/** By what such a mutation selects its documents: ids or a query. */
export const selectionOf = (each: Selecting) => ("delete" in each ? each.delete : each.patch);

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
