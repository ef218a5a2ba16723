import { evaluateSync, type ExprNode } from "groq-js";
import { z } from "zod";
import { withinTime } from "../computation";
import { type Document, isPublishedId } from "../document";
import { queryError } from "../errors";
import { limits } from "../limits";
import { type QueryContext } from "../query/evaluate";
import { type Parameters, parseQuery, walk } from "../query/parse";
import { type Commit, type Store } from "../store";
import { type Change } from "../transaction";

/** https://www.sanity.io/docs/http-listen, as @sanity/client 7.28 sends them. */
export const listenOptions = z.object({
  includeResult: z.boolean().default(false),
  includePreviousRevision: z.boolean().default(false),
  includeMutations: z.boolean().default(true),
  /** Drafts and versions too. */
  includeAllVersions: z.boolean().default(true),
  effectFormat: z.literal("mendoza").optional().catch(undefined),
});

export type ListenOptions = z.infer<typeof listenOptions>;

/** One document's part in one transaction, as the client's MutationEvent. */
export type MutationEvent = Record<string, unknown> & { eventId: string };

interface Listener {
  matches(document: Document | undefined, view: View): boolean;
  options: ListenOptions;
  send(event: MutationEvent): void;
}

/** The documents as they were before, or are after, a commit. */
interface View {
  get(id: string): Document | undefined;
  all(): readonly Document[];
}

/** Tells everyone who listens what each commit did to the documents that they asked for. */
export class Listeners {
  readonly #store: Store;
  readonly #context: Omit<QueryContext, "identity">;
  readonly #listeners = new Set<Listener>();
  readonly #unsubscribe: () => void;

  constructor(store: Store, context: Omit<QueryContext, "identity">) {
    this.#store = store;
    this.#context = context;
    this.#unsubscribe = store.onCommit((commit) => this.#tell(commit));
  }

  /**
   * From the next commit on, `send` receives an event for each document that `query` matches before or after it. The
   * events of a commit come together and in order.
   *
   * @returns the way to stop; throws a LakeError 400 when the query is malformed or no filter of `*`
   */
  listen(
    { query, params, identity }: { query: string; params: Parameters; identity: string },
    options: ListenOptions,
    send: (event: MutationEvent) => void,
  ): () => void {
    const matches = this.#matcher(query, params, identity);
    const listener: Listener = { matches, options, send };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#unsubscribe();
    this.#listeners.clear();
  }

  #matcher(query: string, params: Parameters, identity: string): Listener["matches"] {
    const tree = parseQuery(query, params);
    const filter = filterOf(tree);
    if (!filter) {
      throw queryError("queryParseError", "A listener needs a filter: *[…]", query);
    }
    if (filter.conditions.length === 0) return (document) => document !== undefined;
    const ids = filter.conditions.length === 1 ? listedIds(filter.conditions[0]) : undefined;
    if (ids) return (document) => document !== undefined && ids.has(document._id);
    // The document alone stands in for `*`; a subquery within the filter sees them all.
    filter.innermost.base = { type: "Parameter", name: candidate };
    let readsAll = false;
    walk(tree, (node) => {
      if (node.type === "Everything" || node.namespace === "releases") readsAll = true;
    });
    return (document, view) => {
      if (!document) return false;
      try {
        const found = withinTime(limits.listenerFilter, () =>
          evaluateSync(filter.tree, {
            dataset: readsAll ? view.all() : [],
            params: { [candidate]: [document] },
            identity,
            sanity: this.#context,
            dereference: ({ _ref }) => view.get(_ref),
          }),
        );
        return Array.isArray(found.data) && found.data.length > 0;
      } catch {
        // A filter that fails on a document does not match it, for a query too it would be an error of its own.
        return false;
      }
    };
  }

  #tell(commit: Commit): void {
    const documents = this.#store.documents;
    const after: View = { get: (id) => documents.get(id), all: () => documents.all };
    const before = beforeOf(commit, documents.all, after);
    for (const listener of this.#listeners) {
      const wanted = commit.changes.filter(
        (change) =>
          (listener.options.includeAllVersions || isPublishedId(change.id)) &&
          (listener.matches(change.before, before) || listener.matches(change.after, after)),
      );
      wanted.forEach((change, index) => {
        listener.send(eventOf(commit, change, listener.options, index + 1, wanted.length));
      });
    }
  }
}

const candidate = "candidate *";

interface Filter {
  /** Everything but projections, slices and orders: they say nothing of what matches. */
  tree: ExprNode;
  innermost: { base: ExprNode };
  conditions: ExprNode[];
}

/** `*`, `*[a]`, `*[a][b]`, and the same under a projection, slice, element or order. */
function filterOf(tree: ExprNode): Filter | undefined {
  const conditions: ExprNode[] = [];
  let innermost: { base: ExprNode } = { base: tree };
  let start: ExprNode | undefined;
  for (let node = tree; ;) {
    switch (node.type) {
      case "Everything":
        return { tree: start ?? node, innermost, conditions };
      case "Filter":
        start ??= node;
        innermost = node;
        conditions.push(node.expr);
        node = node.base;
        break;
      case "Group":
      case "Map":
      case "Projection":
      case "Slice":
      case "AccessElement":
      case "PipeFuncCall":
        if (start) return undefined;
        node = node.base;
        break;
      default:
        return undefined;
    }
  }
}

/** The ids of `_id in [...]` and `_id == "…"`: the Studio's commonest listener, which needs no evaluation. */
function listedIds(condition: ExprNode | undefined): Set<string> | undefined {
  if (condition?.type !== "OpCall") return undefined;
  const { op, left, right } = condition;
  if (left.type !== "AccessAttribute" || left.name !== "_id" || left.base) return undefined;
  const value: unknown = right.type === "Value" ? right.value : undefined;
  const values: unknown[] =
    op === "==" ? [value] : op === "in" && Array.isArray(value) ? value : [];
  const ids = values.filter((each) => typeof each === "string");
  return ids.length > 0 && ids.length === values.length ? new Set(ids) : undefined;
}

function beforeOf(commit: Commit, now: readonly Document[], after: View): View {
  const befores = new Map(commit.changes.map((change) => [change.id, change.before]));
  return {
    get: (id) => (befores.has(id) ? befores.get(id) : after.get(id)),
    all: () => [
      ...now.filter((document) => !befores.has(document._id)),
      ...[...befores.values()].filter((document) => document !== undefined),
    ],
  };
}

function eventOf(
  { transactionId, timestamp, author }: Commit,
  { id, before, after, mutations, effects }: Change,
  options: ListenOptions,
  position: number,
  total: number,
): MutationEvent {
  return {
    eventId: `${transactionId}#${id}`,
    documentId: id,
    transactionId,
    transition: !before ? "appear" : !after ? "disappear" : "update",
    identity: author,
    ...(options.includeMutations ? { mutations } : {}),
    ...(before ? { previousRev: before._rev } : {}),
    resultRev: transactionId,
    ...(options.includeResult && after ? { result: after } : {}),
    ...(options.includePreviousRevision ? { previous: before ?? null } : {}),
    ...(options.effectFormat === "mendoza" ? { effects } : {}),
    timestamp,
    visibility: "query",
    transactionTotalEvents: total,
    transactionCurrentEvent: position,
  };
}
