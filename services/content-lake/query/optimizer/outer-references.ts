import { type ExprNode, type FuncCallNode, parse } from "groq-js";
import { type Document, randomKey } from "../../document";
import type { View } from "./view";

const coalesce = parse("coalesce()");

/**
 * Stand-ins for `*` in filters with `references(^._id)`, whose `^` is known only when they are
 * evaluated. groq-js calls back only for references, so the stand-in follows one that no document
 * holds: its name is a secret followed by the id.
 */
export class OuterReferences {
  readonly #secret = randomKey();
  /** The types that each stand-in searches; undefined = all. */
  readonly #types: (ReadonlySet<string> | undefined)[] = [];

  /**
   * @param target the argument of the filter's `references()`
   * @param otherwise evaluates to the documents when the target is not a string
   */
  standIn(
    target: ExprNode,
    types: ReadonlySet<string> | undefined,
    otherwise: ExprNode,
  ): FuncCallNode | undefined {
    if (coalesce.type !== "FuncCall") return undefined;
    const name = `${this.#secret} ${this.#types.push(types) - 1} `;
    const reference: ExprNode = {
      type: "OpCall",
      op: "+",
      left: { type: "Value", value: name },
      right: target,
    };
    // A projection sees the same `^` as a filter in its place.
    const projection: ExprNode = {
      type: "Projection",
      base: { type: "Value", value: {} },
      expr: {
        type: "Object",
        attributes: [{ type: "ObjectAttributeValue", name: "_ref", value: reference }],
      },
    };
    const followed: ExprNode = { type: "Deref", base: projection };
    const documents: ExprNode = { type: "AccessAttribute", base: followed, name: "documents" };
    return { ...coalesce, args: [documents, otherwise] };
  }

  /** What a stand-in's reference leads to, in order of ids; undefined for any other reference. */
  follow(reference: string, view: View): { documents: readonly Document[] } | undefined {
    if (!reference.startsWith(`${this.#secret} `)) return undefined;
    const [, index = "", id = ""] = /^\S+ (\d+) (.*)$/s.exec(reference) ?? [];
    return { documents: view.referringAmong(this.#types[Number(index)] ?? view.types, id) };
  }
}

/** The argument of `references(^._id)`, where the condition is true only if that is. */
export function outerReference(condition: ExprNode): ExprNode | undefined {
  switch (condition.type) {
    case "Group":
      return outerReference(condition.base);
    case "And":
      return outerReference(condition.left) ?? outerReference(condition.right);
    case "FuncCall": {
      if (condition.namespace !== "global" || condition.name !== "references") return undefined;
      const [target] = condition.args;
      return condition.args.length === 1 && target && isOuter(target) ? target : undefined;
    }
    default:
      return undefined;
  }
}

/** `^.a.b` */
function isOuter(node: ExprNode): boolean {
  if (node.type === "Parent") return true;
  return node.type === "AccessAttribute" && node.base !== undefined && isOuter(node.base);
}
