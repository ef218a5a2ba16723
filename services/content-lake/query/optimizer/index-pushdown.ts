import type { ExprNode, FilterNode } from "groq-js";
import { type Document, isRecord } from "../../document";
import type { Dependencies } from "../dependencies";
import { type Parameters, standIn, walk } from "../parse";
import { prove, type Proof } from "./predicate-analysis";
import { outerReference, type OuterReferences } from "./outer-references";
import { ordered, type View } from "./view";

/**
 * Makes `*[filter]` read only documents that the filter can pass: where it proves that `_type` or
 * `_id` is one of some constants, that an attribute is a certain string, or that they refer to a
 * certain document, `*` is replaced (in the tree itself) by a parameter that holds those documents,
 * in the same order. The filter still runs, so the result stays the same. Notes in `dependencies`
 * what each `*` reads.
 *
 * @param params receives the parameters that the tree must be evaluated with
 * @param outer receives the references to the enclosing scope of a filter, which must be followed
 *   to it
 */
export function narrow(
  tree: ExprNode,
  view: View,
  params: Parameters,
  dependencies: Dependencies,
  outer: OuterReferences,
): void {
  walk(tree, (node) => {
    // releases::all() reads all documents inside.
    if (node.type === "Everything" || node.namespace === "releases") dependencies.everything = true;
    if (!isFilterOfEverything(node)) return;
    const proof = prove(node.expr);
    const documents = proven(proof, view, dependencies);
    if (documents) node.base = standIn(params, documents);
    const target = outerReference(node.expr);
    if (!target || proof.ids || proof.refersTo) return;
    node.base = outer.standIn(target, proof.types, node.base) ?? node.base;
  });
}

/** `*[filter]` */
export function isFilterOfEverything(node: object): node is FilterNode<ExprNode> {
  if (!isRecord(node)) return false;
  return node.type === "Filter" && isRecord(node.base) && node.base.type === "Everything";
}

/** The documents that a filter can pass, found by index; undefined = it proves nothing. */
export function proven(
  { ids, types, refersTo, equal }: Proof,
  view: View,
  dependencies: Dependencies,
): readonly Document[] | undefined {
  if (ids) {
    for (const id of ids) dependencies.ids.add(id);
    return [...ids].sort().flatMap((id) => view.get(id) ?? []);
  }
  const [field] = equal ?? [];
  if (!types && !refersTo && !field) return undefined;
  // A document of any type may come to match.
  if (!types) dependencies.everything = true;
  const lists = [...(types ?? view.types)].flatMap((type) => {
    if (types) dependencies.types.add(type);
    if (refersTo) return [...refersTo].map((id) => view.referring(type, id));
    return [field ? view.find(type, field.path, field.value) : view.ofType(type)];
  });
  return ordered(lists);
}
