import type { ExprNode } from "groq-js";
import { isRecord } from "../document";
import { limits } from "../limits";
import { sizeOf } from "../value-size";
import { computed, isComputing } from "./computed-node";
import { type Parameters, walk } from "./parse";

/** Is called with the values of operands, in their order, before their operation is carried out. */
type Inspect = (value: unknown, index: number) => void;

/**
 * Makes operations fail, in the tree itself, that would make a text or a list too long. Twenty-four
 * additions of a text to itself make 130 million characters of eight, at no cost; splitting those
 * ended the process.
 *
 * @param params receives the parameters that the tree must be evaluated with
 */
export function limitSizes(tree: ExprNode, params: Parameters): void {
  walk(tree, (node) => {
    if (isComputing(node) || limited.has(node)) return;
    limited.add(node);
    const inspected = (operands: readonly unknown[], inspect: Inspect) =>
      operands.map((operand, index) =>
        computed(params, [operand], ([value]) => {
          inspect(value, index);
          return value;
        }),
      );
    switch (node.type) {
      case "OpCall": {
        const inspect = operators.get(String(node.op))?.();
        if (inspect) [node.left, node.right] = inspected([node.left, node.right], inspect);
        return;
      }
      case "FuncCall": {
        const inspect = functions.get(`${String(node.namespace)}::${String(node.name)}`)?.();
        if (inspect && Array.isArray(node.args)) node.args = inspected(node.args, inspect);
        return;
      }
      case "FlatMap":
        [node.base, node.expr] = inspected([node.base, node.expr], sumOfLists());
        return;
      case "Array": {
        const splats = splatsOf(node.elements);
        if (splats.length < 2) return;
        const values = splats.map(({ value }) => value);
        inspected(values, sumOfSizes()).forEach((value, index) => {
          const splat = splats[index];
          if (splat) splat.value = value;
        });
      }
    }
  });
}

/**
 * Nodes that are limited already: a part of a query that fails alone comes again with the whole.
 */
const limited = new WeakSet<object>();

const operators = new Map<string, () => Inspect>([
  ["+", () => sumOfSizes()],
  ["match", () => text],
]);

const functions = new Map<string, () => Inspect>([
  ["array::join", () => joined()],
  ["string::split", () => split()],
  ["pt::text", () => text],
]);

/** For operations that put all operands together. */
function sumOfSizes(): Inspect {
  let sum = 0;
  return (value, index) => {
    if (index === 0) sum = 0;
    if (typeof value === "string") checkText((sum += value.length));
    if (Array.isArray(value)) checkList((sum += value.length));
  };
}

/** For an operation that puts the lists together which it makes of its first operand's elements. */
function sumOfLists(): Inspect {
  let sum = 0;
  return (value, index) => {
    if (index === 0) sum = 0;
    else checkList((sum += Array.isArray(value) ? value.length : 1));
  };
}

/** For operations that walk through all texts in each of their operands. */
const text: Inspect = (value) => checkText(sizeOf(value, limits.queryText));

function joined(): Inspect {
  let elements = 0;
  let size = 0;
  return (value, index) => {
    if (index === 0) {
      elements = Array.isArray(value) ? value.length : 0;
      checkText((size = sizeOf(value, limits.queryText)));
    } else if (typeof value === "string") checkText(size + elements * value.length);
  };
}

/**
 * Characters of a text times those of what it is split at. For chosen ones the search compares each
 * with each, in native code that no time limit interrupts: a filter of 379 characters had the
 * backend killed as hung.
 */
const maxComparisons = 50_000_000;

function split(): Inspect {
  let whole: unknown;
  return (value, index) => {
    if (index === 0) whole = value;
    else if (typeof whole === "string" && typeof value === "string") {
      checkText(whole.length);
      if (whole.length * value.length > maxComparisons)
        throw new Error("The query splits a long text at one that is too long");
      checkList(piecesOf(whole, value));
    }
  };
}

/** How many pieces a text has; counted no further than the limit. */
function piecesOf(whole: string, separator: string): number {
  if (separator === "") return whole.length;
  let pieces = 1;
  for (let at = 0; pieces <= limits.queryList; pieces++) {
    at = whole.indexOf(separator, at);
    if (at === -1) break;
    at += separator.length;
  }
  return pieces;
}

function splatsOf(elements: unknown): { value: unknown }[] {
  if (!Array.isArray(elements)) return [];
  return elements.filter(
    (element: unknown): element is { value: unknown } =>
      isRecord(element) && element.isSplat === true,
  );
}

function checkText(characters: number): void {
  if (characters > limits.queryText) {
    throw new Error(`The query makes a text of more than ${limits.queryText} characters`);
  }
}

function checkList(elements: number): void {
  if (elements > limits.queryList) {
    throw new Error(`The query makes a list of more than ${limits.queryList} elements`);
  }
}
