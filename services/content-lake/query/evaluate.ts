import { type EvaluateOptions, evaluateSync } from "groq-js";
import { ComputationTimeout, withinTime } from "@platen/kit";
import { isRecord } from "../document";
import { badRequest, LakeError, queryError } from "../errors";
import { limits } from "../limits";
import { sizeOf } from "../value-size";
import { Dependencies } from "./dependencies";
import type { Evaluate } from "./diff";
import { Optimization, type View } from "./optimizer";
import { messageOf, type Parameters, parseQuery } from "./parse";
import { supplement } from "./groq-extensions";
import { limitSizes } from "./size-limits";

export interface QueryContext {
  /** What `identity()` returns: the id of the requester. */
  identity: string;
  projectId: string;
  dataset: string;
}

export interface QueryResult {
  /** The result as JSON text. */
  json: string;
  dependencies: Dependencies;
  /** Additional milliseconds of processor time that it would have taken without memoized parts. */
  saved: number;
}

/** The query took too long. */
export class QueryTimeout extends LakeError {
  override readonly cause: ComputationTimeout;

  constructor(query: string, cause: ComputationTimeout) {
    const description = `The query ${cause.message}`;
    const error = { type: "queryTimeoutError", description, query };
    super(400, description, { statusCode: 400, error });
    this.cause = cause;
  }
}

/**
 * Evaluates a query over the documents of a perspective. Synchronous: no write can come in between.
 *
 * @param viewOf the perspective; composing one with releases takes a walk over all documents, which
 *   counts as the query's time
 * @throws QueryTimeout when it exceeds this many milliseconds; LakeError 400 when the query is
 *   malformed, uses what groq-js does not have, or returns too much
 */
export function runQuery(
  viewOf: () => View,
  query: string,
  params: Parameters,
  context: QueryContext,
  milliseconds: number = limits.computation,
): QueryResult {
  return bounded(query, milliseconds, () => {
    const { result, ...rest } = evaluate(viewOf(), query, params, context);
    return { json: stringify(result), ...rest };
  });
}

/**
 * The ids of the documents that a query selects, for a mutation by query. Throws as {@link
 * runQuery} does.
 */
export function select(
  view: View,
  query: string,
  params: Parameters,
  context: QueryContext,
  milliseconds: number = limits.computation,
): QueryResult {
  return bounded(query, milliseconds, () => {
    const { result, ...rest } = evaluate(view, query, params, context);
    const found: unknown[] = Array.isArray(result) ? result : [result];
    const ids = found.flatMap((each) => {
      const id = isRecord(each) ? each._id : each;
      return typeof id === "string" && view.get(id) ? [id] : [];
    });
    return { json: stringify(ids), ...rest };
  });
}

function evaluate(
  view: View,
  query: string,
  params: Parameters,
  { identity, ...sanity }: QueryContext,
): Omit<QueryResult, "json"> & { result: unknown } {
  const dependencies = new Dependencies();
  const values: Parameters = {};
  const optimization = new Optimization(view, values, (node, read) => {
    optimization.narrow(node, read);
    const evaluate: Evaluate = (node, root) => evaluateSync(node, { ...options, root }).data;
    const options: EvaluateOptions = {
      dataset: view.all,
      params: values,
      identity,
      sanity,
      dereference: ({ _ref }) => {
        const referring = optimization.follow(_ref);
        if (referring) return referring;
        const document = view.get(_ref);
        read.follow(_ref, document);
        return document;
      },
    };
    // First, because simplify does not know what the others make of the nodes.
    optimization.simplify(node);
    limitSizes(node, values);
    supplement(node, values, evaluate);
    return evaluateSync(node, options).data;
  });
  const result = optimization.run(parseQuery(query, params), dependencies);
  return { result, dependencies, saved: optimization.saved };
}

/**
 * Runs a query's work for at most this many milliseconds.
 *
 * @throws QueryTimeout when it exceeds them, and a LakeError 400 for any other failure
 */
export function bounded<T>(query: string, milliseconds: number, work: () => T): T {
  try {
    return withinTime(milliseconds, work);
  } catch (error) {
    if (error instanceof ComputationTimeout) {
      throw new QueryTimeout(query, error);
    }
    if (error instanceof LakeError) throw error;
    throw queryError("queryExecutionError", messageOf(error), query);
  }
}

/**
 * Element by element, so that a result that exceeds the limit stops early. groq-js's own values
 * have a toJSON.
 */
function stringify(result: unknown): string {
  // Shared sublists are small in memory but grow exponentially when serialized.
  if (sizeOf(result, limits.response) > limits.response) throw tooLarge();
  if (!Array.isArray(result)) return checkSize(JSON.stringify(result) ?? "null");
  let length = 2;
  const parts = result.map((element) => {
    const part = JSON.stringify(element) ?? "null";
    length += part.length + 1;
    if (length > limits.response) throw tooLarge();
    return part;
  });
  return `[${parts.join(",")}]`;
}

function checkSize(json: string): string {
  if (json.length > limits.response) throw tooLarge();
  return json;
}

const tooLarge = () => badRequest(`The result is larger than ${limits.response} characters`);
