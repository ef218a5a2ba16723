import { evaluateSync, type ExprNode, type FilterNode } from "groq-js";
import { walk } from "../parse";

/**
 * Makes filters fast, in the tree itself: groq-js evaluates both sides of every `&&` and `||` for
 * every document, and constant expressions (`dateTime($now)`) again for each. The result stays the
 * same, and so do failures: only what cannot fail is skipped.
 */
export function simplify(tree: ExprNode): void {
  walk(tree, (node) => {
    if (isFilter(node)) node.expr = lazy(fold(node.expr));
  });
}

/** Evaluates constant expressions. */
function fold(node: ExprNode): ExprNode {
  switch (node.type) {
    case "Group":
      return fold(node.base);
    case "Not": {
      const base = fold(node.base);
      return settle({ ...node, base }, [base]);
    }
    case "And":
    case "Or":
    case "OpCall": {
      const [left, right] = [fold(node.left), fold(node.right)];
      return settle({ ...node, left, right }, [left, right]);
    }
    case "FuncCall": {
      // It reads the document, whatever its arguments are.
      if (node.name === "references") return node;
      const args = node.args.map(fold);
      return settle({ ...node, args }, args);
    }
    default:
      return node;
  }
}

function settle(node: ExprNode, operands: readonly ExprNode[]): ExprNode {
  if (!operands.every(({ type }) => type === "Value") || !cannotFail(node)) return node;
  return { type: "Value", value: evaluateSync(node).data };
}

/**
 * The same for a filter, which passes only what its condition is true of: false and null are the
 * same. `a && b` becomes `select(a => b)`, and `a || b` becomes `select(a => true, b)`.
 */
function lazy(node: ExprNode): ExprNode {
  if (node.type !== "And" && node.type !== "Or") return node;
  const [condition, right] = [lazy(node.left), lazy(node.right)];
  if (!cannotFail(node.right)) return { ...node, left: condition, right };
  const value: ExprNode = node.type === "And" ? right : { type: "Value", value: true };
  return {
    type: "Select",
    alternatives: [{ type: "SelectAlternative", condition, value }],
    fallback: node.type === "Or" ? right : undefined,
  };
}

// prettier-ignore
const safeNodes = new Set([
  "AccessAttribute", "And", "ArrayCoerce", "Deref", "Filter", "FuncCall", "Group", "Not",
  "OpCall", "Or", "Parameter", "Parent", "Select", "SelectAlternative", "This", "Value",
]);

const safeOperators = new Set(["==", "!=", "<", "<=", ">", ">=", "in"]);

/** Functions that return a value for any arguments, after at most a walk through them. */
// prettier-ignore
export const safeFunctions = new Set([
  "global.coalesce", "global.count", "global.dateTime", "global.defined", "global.lower",
  "global.references", "global.upper", "string.lower", "string.split", "string.startsWith",
]);

/** Whether groq-js returns a value for it whatever the documents are. */
function cannotFail(expression: ExprNode): boolean {
  let safe = true;
  walk(expression, ({ type, op, namespace, name }) => {
    safe &&=
      safeNodes.has(String(type)) &&
      (type !== "OpCall" || safeOperators.has(String(op))) &&
      (type !== "FuncCall" || safeFunctions.has(`${String(namespace)}.${String(name)}`));
    return safe;
  });
  return safe;
}

const isFilter = (node: object): node is FilterNode<ExprNode> =>
  "type" in node && node.type === "Filter";
