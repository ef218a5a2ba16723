import { type ExprNode, type FilterNode } from "groq-js";
import { isRecord } from "../document";
import { type Documents } from "./collection";
import { type Dependencies } from "./dependencies";
import { type Parameters, walk } from "./parse";

/**
 * Makes `*[filter]` look only at documents that the filter can let through: where it proves that `_type` or `_id` is
 * one of some constants, `*` is replaced (in the tree itself) by a parameter that holds those documents, in the same
 * order. The filter still runs, so that the answer stays the same. Notes in `dependencies` what each `*` reads.
 *
 * @returns the parameters to evaluate the tree with
 */
export function narrow(tree: ExprNode, view: Documents, dependencies: Dependencies): Parameters {
  const params: Parameters = {};
  walk(tree, (node) => {
    // releases::all() reads all documents inside.
    if (node.type === "Everything" || node.namespace === "releases") dependencies.everything = true;
    if (!isFilterOfEverything(node)) return;
    const proof = prove(node.expr);
    if (!proof.ids && !proof.types) return;
    // No parameter of a query can have such a name.
    const name = `* ${Object.keys(params).length}`;
    params[name] = proven(proof, view, dependencies);
    node.base = { type: "Parameter", name };
  });
  return params;
}

function isFilterOfEverything(node: object): node is FilterNode<ExprNode> {
  if (!isRecord(node)) return false;
  return node.type === "Filter" && isRecord(node.base) && node.base.type === "Everything";
}

/** What is certain of a document that a condition is true of; an absent member = nothing. */
interface Proof {
  types?: ReadonlySet<string>;
  ids?: ReadonlySet<string>;
}

function prove(condition: ExprNode): Proof {
  switch (condition.type) {
    case "Group":
      return prove(condition.base);
    case "And": {
      const [left, right] = [prove(condition.left), prove(condition.right)];
      return {
        types: both(left.types, right.types),
        ids: both(left.ids, right.ids),
      };
    }
    case "Or": {
      const [left, right] = [prove(condition.left), prove(condition.right)];
      return {
        types: left.types && right.types && new Set([...left.types, ...right.types]),
        ids: left.ids && right.ids && new Set([...left.ids, ...right.ids]),
      };
    }
    case "OpCall": {
      const { op, left, right } = condition;
      if (op === "==")
        return membership(left, strings([right])) ?? membership(right, strings([left])) ?? {};
      if (op === "in") return membership(left, elements(right)) ?? {};
      return {};
    }
    default:
      return {};
  }
}

const both = (left: ReadonlySet<string> | undefined, right: ReadonlySet<string> | undefined) =>
  left && right ? new Set([...left].filter((each) => right.has(each))) : (left ?? right);

function membership(attribute: ExprNode, values: Set<string> | undefined): Proof | undefined {
  if (!values || attribute.type !== "AccessAttribute") return undefined;
  if (attribute.base && attribute.base.type !== "This") return undefined;
  if (attribute.name === "_type") return { types: values };
  if (attribute.name === "_id") return { ids: values };
  return undefined;
}

function elements(list: ExprNode): Set<string> | undefined {
  if (list.type === "Array" && list.elements.every((element) => !element.isSplat)) {
    return strings(list.elements.map((element) => element.value));
  }
  if (list.type !== "Value") return undefined;
  const value: unknown = list.value;
  return Array.isArray(value)
    ? strings(value.map((each) => ({ type: "Value", value: each })))
    : undefined;
}

/** The constants, or undefined if one is no string. */
function strings(nodes: readonly ExprNode[]): Set<string> | undefined {
  const values = new Set<string>();
  for (const node of nodes) {
    const value: unknown = node.type === "Value" ? node.value : undefined;
    if (typeof value !== "string") return undefined;
    values.add(value);
  }
  return values;
}

function proven({ ids, types }: Proof, view: Documents, dependencies: Dependencies) {
  if (ids) {
    for (const id of ids) dependencies.ids.add(id);
    return [...ids].sort().flatMap((id) => view.get(id) ?? []);
  }
  const lists = [...(types ?? [])].map((type) => {
    dependencies.types.add(type);
    return view.ofType(type);
  });
  const [only] = lists;
  if (only && lists.length === 1) return only;
  return lists.flat().sort((left, right) => (left._id < right._id ? -1 : 1));
}
