import type { ExprNode } from "groq-js";
import { isRecord } from "../../document";
import { Dependencies } from "../dependencies";
import { isFilterOfEverything, proven } from "./index-pushdown";
import { definesFunctions, type Parameters, parseQuery, walk } from "../parse";
import { prove } from "./predicate-analysis";
import { safeFunctions } from "./constant-folding";
import { sizeOf } from "../../value-size";
import type { View } from "./view";

/** Maximum characters of a lookup: each of its nodes may walk through a document. */
const maxCharacters = 2_000;
/** Maximum documents that a lookup finds; those of nested lookups are multiplied. */
const maxDocuments = 20;
/** Maximum elements of a constant that a lookup compares with. */
const maxElements = 100;
/** Maximum characters of a constant text: 280 functions of a long one took seconds. */
const maxText = 1_000;
/** Maximum values and characters of all parameters together. */
const maxParameters = 10_000;
/** Maximum calls of functions: each walks through its operand. */
const maxCalls = 20;

/**
 * Whether a query is a lookup: indexes find the few documents that it reads (`_id == $id`,
 * `slug.current == $slug`), and it takes no more than a walk through them, and through those that
 * they refer to. The number of other documents does not matter, so a lookup that timed out just met
 * a stall.
 *
 * @throws LakeError 400 when the query cannot be parsed
 */
export function isLookup(view: View, query: string, params: Parameters): boolean {
  if (query.length > maxCharacters) return false;
  if (sizeOf(params, maxParameters) > maxParameters) return false;
  // Parsing them is limited only where the query is evaluated.
  if (definesFunctions(query)) return false;
  const lookup = new Lookup(view);
  return lookup.accepts(parseQuery(query, params), "document") && lookup.finds;
}

/**
 * Where a part of the query is: in a document; in an element of one of its arrays; or in a document
 * that such an element refers to, which is one of many. Another array there would multiply the
 * work.
 */
type Scope = "document" | "element" | "referred";

class Lookup {
  readonly #view: View;
  /** What it finds, multiplied. */
  #documents = 1;
  #calls = 0;
  /** Whether it looks for a document at all: any other query takes as long as its functions do. */
  finds = false;

  constructor(view: View) {
    this.#view = view;
  }

  accepts(node: unknown, scope: Scope): boolean {
    if (Array.isArray(node)) return node.every((each) => this.accepts(each, scope));
    // Names, operators and numbers are between the nodes.
    if (!isRecord(node)) return true;
    if (node.type === "Value") return isSmall(node.value);
    if (isFilterOfEverything(node)) {
      return scope === "document" && this.#findsFew(node.expr) && this.accepts(node.expr, scope);
    }
    if (node.type === "Projection") {
      // Each could double the size of the previous result.
      if (contains(node.base, ["Projection"])) return false;
      const inner = scope === "element" && contains(node.base, ["Deref"]) ? "referred" : scope;
      return this.accepts(node.base, scope) && this.accepts(node.expr, inner);
    }
    if (goThrough.includes(String(node.type))) {
      const inner = isFound(node.base) ? scope : insideOf(node.base, scope);
      return (
        inner !== undefined && this.accepts(node.base, scope) && this.accepts(node.expr, inner)
      );
    }
    if (node.type === "FuncCall" && ++this.#calls > maxCalls) return false;
    return isPlain(node) && Object.values(node).every((each) => this.accepts(each, scope));
  }

  #findsFew(condition: ExprNode): boolean {
    const proof = prove(condition);
    if (!proof.ids && !proof.refersTo && !proof.equal?.length) return false;
    const found = proven(proof, this.#view, new Dependencies());
    this.finds = true;
    this.#documents *= Math.max(1, found?.length ?? Infinity);
    return this.#documents <= maxDocuments;
  }
}

/** What evaluates an expression for each element of its base. */
const goThrough = ["Map", "FlatMap", "Filter"];

// prettier-ignore
const plainNodes = new Set([
  "AccessAttribute", "AccessElement", "And", "ArrayCoerce", "Asc",
  "Deref", "Desc", "FuncCall", "Group", "InRange", "Neg", "Not", "Object", "OpCall", "Or",
  "ObjectAttributeValue", "ObjectConditionalSplat", "ObjectSplat", "PipeFuncCall", "Pos",
  "Select", "SelectAlternative", "Slice", "This",
]);

/**
 * Whether a node takes one walk through its operand, so that only its child nodes can cost more.
 */
function isPlain({ type, op, namespace, name, elements, value }: Record<string, unknown>): boolean {
  // A list of constants; any other could double its content.
  if (type === "Array") return Array.isArray(elements) && elements.length <= maxElements;
  if (type === "ArrayElement") return isRecord(value) && value.type === "Value";
  if (type === "OpCall") return op !== "match";
  if (type === "FuncCall") return safeFunctions.has(`${String(namespace)}.${String(name)}`);
  if (type === "PipeFuncCall") return name === "order";
  return plainNodes.has(String(type));
}

/** Whether a list is the documents themselves that `*[…]` found, in an order, or some of them. */
function isFound(list: unknown): boolean {
  if (!isRecord(list)) return false;
  if (isFilterOfEverything(list)) return true;
  return ["PipeFuncCall", "Slice", "Group"].includes(String(list.type)) && isFound(list.base);
}

/** The scope of a list's elements; undefined where iterating over it would multiply the work. */
function insideOf(list: unknown, scope: Scope): Scope | undefined {
  if (scope === "referred" || (scope === "element" && contains(list, ["Deref"]))) return undefined;
  return contains(list, ["Deref"]) && contains(list, goThrough) ? "referred" : "element";
}

function contains(tree: unknown, types: readonly string[]): boolean {
  let found = false;
  walk(tree, ({ type }) => {
    found ||= types.includes(String(type));
    return !found;
  });
  return found;
}

/** A number or a short text, or a short list of them. */
function isSmall(value: unknown): boolean {
  if (Array.isArray(value)) {
    return (
      value.length <= maxElements && value.every((each) => !Array.isArray(each) && isSmall(each))
    );
  }
  return typeof value === "string" ? value.length <= maxText : !isRecord(value);
}
