import { evaluateSync, type ExprNode } from "groq-js";
import type { Document } from "../document";
import { badRequest, queryError } from "../errors";
import { limits } from "../limits";
import type { QueryContext } from "../query/evaluate";
import { definesFunctions, type Parameters, parseQuery, walk } from "../query/parse";
import { limitSizes } from "../query/size-limits";

/** The documents as they were before, or are after, a commit. */
export interface CommittedDocuments {
  get(id: string): Document | undefined;
  all(): readonly Document[];
}

/** Whether a document matches a listener's query. */
export interface Filter {
  matches(document: Document | undefined, view: CommittedDocuments): boolean;
  /** It is not a list of ids: it may take arbitrarily long. */
  evaluates: boolean;
  /** It looks at other documents too: its past results cannot be recomputed. */
  readsOthers: boolean;
}

/**
 * Parses a listener's query, which may take long.
 *
 * @throws LakeError 400 when the query is malformed, too long or no filter of `*`
 */
export function parseFilter(
  query: string,
  params: Parameters,
  { identity, ...sanity }: QueryContext,
): Filter {
  if (query.length > limits.listenerQuery) {
    throw badRequest(`A listener's query has ${limits.listenerQuery} characters at most`);
  }
  if (definesFunctions(query)) {
    throw queryError("queryParseError", "A listener's query defines no functions", query);
  }
  const tree = parseQuery(query, params);
  const filter = chainOf(tree);
  if (!filter) {
    throw queryError("queryParseError", "A listener needs a filter: *[…]", query);
  }
  if (filter.conditions.length === 0) {
    return {
      matches: (document) => document !== undefined,
      evaluates: false,
      readsOthers: false,
    };
  }
  const ids = filter.conditions.length === 1 ? listedIds(filter.conditions[0]) : undefined;
  if (ids) {
    const matches = (document: Document | undefined) =>
      document !== undefined && ids.has(document._id);
    return { matches, evaluates: false, readsOthers: false };
  }
  // The document alone stands in for `*`; a subquery within the filter sees them all.
  filter.innermost.base = { type: "Parameter", name: candidate };
  let readsAll = false;
  let readsOthers = false;
  walk(tree, (node) => {
    if (node.type === "Everything" || node.namespace === "releases") readsAll = true;
    if (node.type === "Deref") readsOthers = true;
  });
  const standIns: Parameters = {};
  limitSizes(filter.tree, standIns);
  const matches: Filter["matches"] = (document, view) => {
    if (!document) return false;
    try {
      const found = evaluateSync(filter.tree, {
        dataset: readsAll ? view.all() : [],
        params: { ...standIns, [candidate]: [document] },
        identity,
        sanity,
        dereference: ({ _ref }) => view.get(_ref),
      });
      return Array.isArray(found.data) && found.data.length > 0;
    } catch {
      // A filter that fails on a document does not match it; in a query too it would be an error of
      // its own.
      return false;
    }
  };
  return { matches, evaluates: true, readsOthers: readsAll || readsOthers };
}

const candidate = "candidate *";

/** The filters of a query, from `*` on. */
interface Chain {
  /** Everything but projections, slices and orders: they do not affect what matches. */
  tree: ExprNode;
  innermost: { base: ExprNode };
  conditions: ExprNode[];
}

/** `*`, `*[a]`, `*[a][b]`, and the same under a projection, slice, element or order. */
function chainOf(tree: ExprNode): Chain | undefined {
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

/**
 * The ids of `_id in [...]` and `_id == "…"`: the Studio's commonest listener, which needs no
 * evaluation.
 */
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
