import type { ExprNode, FilterNode, PipeFuncCallNode } from "groq-js";
import { processorTime } from "@platen/kit";
import { isRecord } from "../../document";
import { Dependencies } from "../dependencies";
import { type Parameters, standIn, walk } from "../parse";
import { prove } from "./predicate-analysis";
import type { View } from "./view";

/**
 * A part of a query that has one value for the whole query, and for later queries until documents
 * change.
 */
type LastingNode = FilterNode<ExprNode> | PipeFuncCallNode;

export interface LastingPart {
  node: LastingNode;
  /** Replaces it by another node. */
  replace(node: ExprNode): void;
}

/** Longer ones are not worth the memory. */
const keyLength = 4_000;

/**
 * Finds the outermost `*[…]` and `*[…] | order(…)` that depend on documents alone: not on the
 * enclosing scope (`^`), on the time or on the requester. The pages of a list share its order, and
 * every page shares the navigation.
 */
export function lastingParts(whole: ExprNode): LastingPart[] {
  const parts: LastingPart[] = [];
  walk(whole, (parent) => {
    if (isLasting(parent)) return false;
    for (const [name, child] of Object.entries(parent)) {
      const members = Array.isArray(child) ? child : [child];
      members.forEach((node: unknown, index) => {
        if (!isLasting(node)) return;
        const replace = (other: ExprNode) => {
          if (Array.isArray(child)) child[index] = other;
          else parent[name] = other;
        };
        parts.push({ node, replace });
      });
    }
    return true;
  });
  return parts;
}

/**
 * The part's value, as it was evaluated before or as it is now, and the milliseconds of processor
 * time that memoization saved. undefined = it is not an array, or it fails.
 *
 * @param params receives the parameters that the part must be evaluated with
 */
export function recallOrRun(
  view: View,
  node: LastingNode,
  params: Parameters,
  run: (node: ExprNode, dependencies: Dependencies) => unknown,
): { value: readonly unknown[]; dependencies: Dependencies; saved: number } | undefined {
  const key = JSON.stringify(node);
  if (key.length > keyLength) return undefined;
  const recalled = view.recall(key);
  if (recalled) return { ...recalled, saved: recalled.milliseconds };
  const start = processorTime();
  const dependencies = new Dependencies();
  // What is listed in an order is often counted as well: both share the filter.
  const base = isLasting(node.base) ? recallOrRun(view, node.base, params, run) : undefined;
  if (base) dependencies.add(base.dependencies);
  let value: unknown;
  try {
    const rest = base ? { ...node, base: standIn(params, base.value) } : node;
    value = run(rest, dependencies);
  } catch {
    // It may be somewhere that is never evaluated; otherwise it fails again there.
    return undefined;
  }
  if (!Array.isArray(value)) return undefined;
  const saved = base?.saved ?? 0;
  view.remember(key, { value, dependencies, milliseconds: processorTime() - start + saved });
  return { value, dependencies, saved };
}

function isLasting(node: unknown): node is LastingNode {
  if (!isChain(node)) return false;
  if (node.type === "Filter" && isCheap(node)) return false;
  let lasting = true;
  walk(node, (inner) => {
    if (inner.type === "Parent" || inner.type === "Parameter") lasting = false;
    if (inner.type === "FuncCall" && /^(now|identity|attributes)$/.test(String(inner.name))) {
      lasting = false;
    }
    // The key of the part is JSON, which has only finite numbers.
    if (typeof inner.value === "number" && !Number.isFinite(inner.value)) lasting = false;
    return lasting;
  });
  return lasting;
}

/** A filter, or an order of filters, that begins with `*`. */
function isChain(node: unknown): node is LastingNode {
  if (!isRecord(node)) return false;
  if (node.type !== "Filter" && !(node.type === "PipeFuncCall" && node.name === "order")) {
    return false;
  }
  return (isRecord(node.base) && node.base.type === "Everything") || isChain(node.base);
}

/** Found by index immediately: memoizing it would evict something expensive. */
function isCheap({ expr }: FilterNode<ExprNode>): boolean {
  const { ids, refersTo, equal } = prove(expr);
  if (ids || refersTo) return true;
  return (equal ?? []).length > 0;
}
