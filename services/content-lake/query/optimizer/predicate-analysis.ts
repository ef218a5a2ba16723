import type { ExprNode } from "groq-js";

/** What is certain of a document for which a condition is true; an absent member = nothing. */
export interface Proof {
  /** Its `_type` is one of these. */
  types?: ReadonlySet<string>;
  /** Its `_id` is one of these. */
  ids?: ReadonlySet<string>;
  /** `references()` is true of it with one of these. */
  refersTo?: ReadonlySet<string>;
  /** It has exactly these strings at these paths. */
  equal?: readonly { path: readonly string[]; value: string }[];
}

/** What a filter's condition proves about the documents that pass it. */
export function prove(condition: ExprNode): Proof {
  switch (condition.type) {
    case "Group":
      return prove(condition.base);
    case "And": {
      const [left, right] = [prove(condition.left), prove(condition.right)];
      return {
        types: both(left.types, right.types),
        ids: both(left.ids, right.ids),
        // It may refer to one of each: either list will do.
        refersTo: left.refersTo ?? right.refersTo,
        equal: [...(left.equal ?? []), ...(right.equal ?? [])],
      };
    }
    case "Or": {
      const [left, right] = [prove(condition.left), prove(condition.right)];
      return {
        types: either(left.types, right.types),
        ids: either(left.ids, right.ids),
        refersTo: either(left.refersTo, right.refersTo),
      };
    }
    case "OpCall": {
      const { op, left, right } = condition;
      if (op === "==") return equality(left, right) ?? equality(right, left) ?? {};
      if (op === "in") return membership(pathOf(left), elements(right)) ?? {};
      return {};
    }
    case "FuncCall":
      if (condition.namespace !== "global" || condition.name !== "references") return {};
      return { refersTo: targets(condition.args) };
    default:
      return {};
  }
}

const both = (left: ReadonlySet<string> | undefined, right: ReadonlySet<string> | undefined) =>
  left && right ? new Set([...left].filter((each) => right.has(each))) : (left ?? right);

const either = (left: ReadonlySet<string> | undefined, right: ReadonlySet<string> | undefined) =>
  left && right && new Set([...left, ...right]);

function equality(attribute: ExprNode, constant: ExprNode): Proof | undefined {
  const path = pathOf(attribute);
  const values = strings([constant]);
  const [value] = values ?? [];
  if (!path || value === undefined) return undefined;
  return membership(path, values) ?? { equal: [{ path, value }] };
}

function membership(
  path: readonly string[] | undefined,
  values: ReadonlySet<string> | undefined,
): Proof | undefined {
  if (!values || path?.length !== 1) return undefined;
  if (path[0] === "_type") return { types: values };
  if (path[0] === "_id") return { ids: values };
  return undefined;
}

/** `a.b.c` of the document itself. */
function pathOf(node: ExprNode): string[] | undefined {
  if (node.type !== "AccessAttribute") return undefined;
  if (!node.base || node.base.type === "This") return [node.name];
  const base = pathOf(node.base);
  return base && [...base, node.name];
}

/** The arguments of `references()`, when all are constant. */
function targets(args: readonly ExprNode[]): Set<string> | undefined {
  const lists = args.map((arg) => strings([arg]) ?? elements(arg));
  if (lists.some((list) => !list)) return undefined;
  return new Set(lists.flatMap((list) => [...(list ?? [])]));
}

function elements(list: ExprNode): Set<string> | undefined {
  if (list.type === "Array" && list.elements.every((element) => !element.isSplat)) {
    return strings(list.elements.map((element) => element.value));
  }
  if (list.type !== "Value") return undefined;
  const value: unknown = list.value;
  if (!Array.isArray(value)) return undefined;
  return strings(value.map((each) => ({ type: "Value", value: each })));
}

/** The constants, or undefined if one is not a string. */
function strings(nodes: readonly ExprNode[]): Set<string> | undefined {
  const values = new Set<string>();
  for (const node of nodes) {
    const value: unknown = node.type === "Value" ? node.value : undefined;
    if (typeof value !== "string") return undefined;
    values.add(value);
  }
  return values;
}
