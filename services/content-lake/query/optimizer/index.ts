import type { ExprNode, GroupNode } from "groq-js";
import type { Dependencies } from "../dependencies";
import { type Parameters, standIn } from "../parse";
import { simplify } from "./constant-folding";
import { narrow } from "./index-pushdown";
import { isLookup as provesLookup } from "./lookup-detection";
import { lastingParts, recallOrRun } from "./memoized-subqueries";
import { OuterReferences } from "./outer-references";
import { View } from "./view";

export { View };

/**
 * The switch. Without the optimizer every query scans all documents, and depends on each of them:
 * slower, and with the same result, which the tests compare.
 */
export const optimizer = { isOn: true };

/** Evaluates a query, or a part of one, and notes in `read` what it reads. */
type Run = (node: ExprNode, read: Dependencies) => unknown;

/** What makes one evaluation of a query fast. It changes the query's tree, never its result. */
export class Optimization {
  /** Milliseconds of processor time that memoized parts have saved. */
  saved = 0;
  readonly #view: View;
  readonly #params: Parameters;
  readonly #run: Run;
  readonly #outer = new OuterReferences();

  /** @param params receives the parameters that the tree must be evaluated with */
  constructor(view: View, params: Parameters, run: Run) {
    this.#view = view;
    this.#params = params;
    this.#run = run;
  }

  /** Evaluates a query, except those of its parts whose values are known. */
  run(tree: ExprNode, read: Dependencies): unknown {
    const whole: GroupNode = { type: "Group", base: tree };
    this.#recallParts(whole, read);
    return this.#run(whole, read);
  }

  /** Lets a part of the query read only the documents that it needs, and notes them in `read`. */
  narrow(node: ExprNode, read: Dependencies): void {
    if (!optimizer.isOn) {
      read.everything = true;
      return;
    }
    if (node.type === "Filter") {
      // A memoizable part within a condition would be evaluated for each document.
      const condition: GroupNode = { type: "Group", base: node.expr };
      this.#recallParts(condition, read);
      node.expr = condition;
    }
    narrow(node, this.#view, this.#params, read, this.#outer);
  }

  /** What a reference that {@link narrow} made up leads to; undefined for any other. */
  follow(reference: string) {
    return this.#outer.follow(reference, this.#view);
  }

  /** Makes filters skip what cannot change their outcome. */
  simplify(node: ExprNode): void {
    if (optimizer.isOn) simplify(node);
  }

  #recallParts(tree: GroupNode, read: Dependencies): void {
    if (!optimizer.isOn) return;
    for (const { node, replace } of lastingParts(tree)) {
      const part = recallOrRun(this.#view, node, this.#params, this.#run);
      if (!part) continue;
      this.saved += part.saved;
      read.add(part.dependencies);
      replace(standIn(this.#params, part.value));
    }
  }
}

/**
 * Whether indexes find the few documents that a query reads.
 *
 * @throws LakeError 400 when the query cannot be parsed
 */
export function isLookup(view: View, query: string, params: Parameters): boolean {
  return optimizer.isOn && provesLookup(view, query, params);
}
