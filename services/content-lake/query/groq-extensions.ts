import { type ExprNode, isSelectorNode } from "groq-js";
import { isRecord } from "../document";
import { computed } from "./computed-node";
import { changedAny, changedOnly, type Evaluate } from "./diff";
import { type Parameters, walk } from "./parse";

/**
 * Adds to a query, in the tree itself, what the specification has and groq-js lacks, or lacks in
 * its synchronous evaluation: `diff::changedAny()` and `diff::changedOnly()`, a path that is
 * searched for among paths, and `array::unique()` of nulls.
 *
 * @param params receives the parameters that the tree must be evaluated with
 * @param evaluate evaluates the conditions of selectors
 */
export function supplement(tree: ExprNode, params: Parameters, evaluate: Evaluate): void {
  walk(tree, (node) => {
    if (node.type === "OpCall" && node.op === "in" && isPathCall(node.left)) {
      if (isPathCall(node.right)) [node.left] = node.left.args;
      return;
    }
    if (node.type !== "FuncCall" || !Array.isArray(node.args)) return;
    const [first, second, selector]: unknown[] = node.args;
    const name = `${String(node.namespace)}::${String(node.name)}`;
    if (name === "array::unique") {
      node.args = [computed(params, [first], ([values]) => withOneNull(values))];
      return;
    }
    const compare = comparisons.get(name);
    if (!compare || !isNode(selector)) return;
    if (!isSelectorNode(selector)) {
      throw new Error(`The third argument of ${name}() is not a selector`);
    }
    const compared = computed(params, [first, second], ([before, after]) =>
      compare(before, after, selector, evaluate),
    );
    for (const key of Object.keys(node)) delete node[key];
    Object.assign(node, compared);
  });
}

const comparisons = new Map([
  ["diff::changedAny", changedAny],
  ["diff::changedOnly", changedOnly],
]);

/** groq-js removes duplicates, except nulls. */
function withOneNull(values: unknown): unknown {
  if (!Array.isArray(values)) return values;
  const first = values.findIndex(isNone);
  return values.filter((value, index) => !isNone(value) || index === first);
}

const isNone = (value: unknown) => value === null || value === undefined;

function isPathCall(node: unknown): node is { args: unknown[] } {
  return isRecord(node) && node.type === "FuncCall" && node.name === "path";
}

function isNode(value: unknown): value is { type: string } {
  return isRecord(value) && typeof value.type === "string";
}
