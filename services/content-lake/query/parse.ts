import { type ExprNode, GroqSyntaxError, type ParameterNode, parse } from "groq-js";
import { isRecord } from "../document";
import { badRequest, queryError } from "../errors";
import { limits } from "../limits";
import { isDeeper, sizeOf } from "../value-size";

export type Parameters = Record<string, unknown>;

/** groq-js has the names of their functions, and throws "not implemented" when they are called. */
const absentNamespaces = new Set(["text", "geo", "media", "documents"]);

/**
 * Parses a query together with its parameters. groq-js writes the values of parameters into the
 * tree (slices and indices need them there), so a tree is valid for these parameters only; parsing
 * takes some 0.05 ms.
 *
 * @throws LakeError 400 in Sanity's shape for queries that cannot be parsed
 */
export function parseQuery(query: string, params: Parameters): ExprNode {
  if (query.length > limits.query) {
    throw badRequest(`The query is longer than ${limits.query} characters`);
  }
  checkParameters(params);
  const given = Object.entries(params).map(([name, value]): [string, unknown] => [
    name,
    typeof value === "object" && value !== null ? new Composite(value) : value,
  ]);
  try {
    const tree = treeOf(query, Object.fromEntries(given));
    walk(tree, (node) => {
      if (node.type === "Value" && node.value instanceof Composite) node.value = node.value.value;
      if (node.type === "Parameter" && typeof node.name === "string") {
        throw new Error(`param $${node.name} referenced, but not provided`);
      }
      checkScored(node);
      if (node.type === "FuncCall" && absentNamespaces.has(String(node.namespace))) {
        throw absent(`${String(node.namespace)}::${String(node.name)}`);
      }
    });
    return tree;
  } catch (error) {
    const place =
      error instanceof GroqSyntaxError
        ? { start: error.position, end: error.position + 1 }
        : placeOf(messageOf(error), query);
    throw queryError("queryParseError", messageOf(error), query, place);
  }
}

/**
 * Whether a query begins with functions of its own, as `fn a::b($c) = …;`, the only place for them:
 * ones that call each other twice make a tree of millions of nodes.
 */
export const definesFunctions = (query: string): boolean =>
  /^(?:[\t\n\v\f\r \u0085\u00A0]|\/\/[^\n]*\n)*fn/.test(query);

/** Throws a LakeError 400 when the parameters of a query cannot be processed. */
export function checkParameters(params: Parameters): void {
  const names = Object.keys(params);
  if (names.length > limits.parameterNames) {
    throw badRequest(`A query has ${limits.parameterNames} parameters at most`);
  }
  for (const name of names) {
    // groq-js calls hasOwnProperty on the parameters.
    if (!/^[A-Za-z_]\w*$/.test(name) || name === "hasOwnProperty") {
      throw badRequest(`Invalid parameter name "$${name.slice(0, 100)}"`);
    }
  }
  if (isDeeper(params, limits.requestDepth)) {
    throw badRequest(`The parameters are nested deeper than ${limits.requestDepth} levels`);
  }
  if (sizeOf(params, limits.parameters) > limits.parameters) {
    throw badRequest(`The parameters have more than ${limits.parameters} values and characters`);
  }
}

/**
 * An object or array among the parameters, while the query is parsed: groq-js adds up constants in
 * brackets then, and would add lists of a hundred thousand elements for minutes.
 */
class Composite {
  constructor(readonly value: object) {}
}

/**
 * Scores are of documents: `*[…] | score(…)`, even after an order.
 *
 * @throws when a query would give scores to something else
 */
function checkScored(node: Record<string, unknown>): void {
  if (node.type !== "PipeFuncCall" || node.name !== "score") return;
  let base: unknown = node.base;
  while (isRecord(base) && scoredThrough.has(String(base.type))) base = base.base;
  if (isRecord(base) && base.type === "Everything") return;
  throw new Error(
    "score() takes documents: it must follow *, a filter, an order or a slice of them",
  );
}

const scoredThrough = new Set(["Filter", "Group", "PipeFuncCall", "Slice"]);

const absent = (name: string) => new Error(`${name}() is not available in this content lake`);

function treeOf(query: string, params: Parameters): ExprNode {
  try {
    return parse(query, { params });
  } catch (error) {
    // The only geographic function without a namespace is unknown even by name.
    if (messageOf(error) === "Undefined function: geo") throw absent("geo");
    if (!query.includes("//")) throw error;
    try {
      // groq-js recognizes a comment only when its line ends.
      return parse(`${query}\n`, { params });
    } catch {
      throw error;
    }
  }
}

/**
 * The position of the parameter or function that a message names: the first such word outside
 * strings and comments.
 */
function placeOf(message: string, query: string): { start: number; end: number } | undefined {
  const named =
    /^(?:param (?<parameter>\$\w+) |Undefined function: (?<missing>[\w:]+)|(?<absent>[\w:]+)\(\) )/.exec(
      message,
    )?.groups;
  const word = named?.parameter ?? named?.missing ?? named?.absent;
  const tokens = query.matchAll(
    /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/[^\n]*|\$?[A-Za-z_]\w*(?:::\w+)*/gs,
  );
  for (const { 0: token, index } of tokens) {
    if (token === word) return { start: index, end: index + word.length };
  }
  return undefined;
}

/**
 * Visits all nodes of a query, parents first; the children of a node for which `visit` returns
 * false are skipped.
 */
export function walk(
  tree: unknown,
  visit: (node: Record<string, unknown>) => boolean | void,
): void {
  if (Array.isArray(tree)) {
    for (const each of tree) walk(each, visit);
    return;
  }
  // The value of a constant is data, whatever it looks like.
  if (!isRecord(tree) || visit(tree) === false || tree.type === "Value") return;
  for (const inner of Object.values(tree)) walk(inner, visit);
}

/** A node that evaluates to the value. No parameter of a query can have such a name. */
export function standIn(params: Parameters, value: readonly unknown[]): ParameterNode {
  const name = `* ${Object.keys(params).length}`;
  params[name] = value;
  return { type: "Parameter", name };
}

/** What a client reads about an error of groq-js. */
export function messageOf(error: unknown): string {
  if (error instanceof RangeError)
    return "The query is nested too deeply, or a value too long for it";
  return error instanceof Error ? error.message : String(error);
}
