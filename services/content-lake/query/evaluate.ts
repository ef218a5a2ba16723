import { type EvaluateOptions, evaluateSync, type ExprNode, type GroupNode } from "groq-js";
import { ComputationTimeout, withinTime } from "../../within-time";
import { isRecord } from "../document";
import { badRequest, LakeError, queryError } from "../errors";
import { limits } from "../limits";
import { Dependencies } from "./dependencies";
import { type Evaluate } from "./diff";
import { lastingParts, recallOrRun } from "./optimizer/memoized-subqueries";
import { narrow, standIn } from "./optimizer/index-pushdown";
import { OuterReferences } from "./optimizer/outer-references";
import { messageOf, type Parameters, parseQuery } from "./parse";
import { simplify } from "./optimizer/constant-folding";
import { supplement } from "./groq-extensions";
import { type View } from "./view";

export interface QueryContext {
  /** What `identity()` returns: the id of the requester. */
  identity: string;
  projectId: string;
  dataset: string;
}

export interface Answer {
  /** The result as JSON text. */
  json: string;
  dependencies: Dependencies;
  /** Additional milliseconds of processor time that it would have taken without memoized parts. */
  saved: number;
}

/** The query took too long. */
export class QueryTimeout extends LakeError {
  /** Milliseconds of processor time that it used. */
  readonly processed: number;

  constructor(query: string, { message, processed }: ComputationTimeout) {
    const description = `The query ${message}`;
    const error = { type: "queryTimeoutError", description, query };
    super(400, description, { statusCode: 400, error });
    this.processed = processed;
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
export function answer(
  viewOf: () => View,
  query: string,
  params: Parameters,
  context: QueryContext,
  milliseconds: number = limits.computation,
): Answer {
  return bounded(query, milliseconds, () => {
    const { result, ...rest } = evaluate(viewOf(), query, params, context);
    return { json: stringify(result), ...rest };
  });
}

/**
 * The ids of the documents that a query selects, for a mutation by query. Throws as {@link answer}
 * does.
 */
export function select(
  view: View,
  query: string,
  params: Parameters,
  context: QueryContext,
  milliseconds: number = limits.computation,
): Answer {
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
): Omit<Answer, "json"> & { result: unknown } {
  const dependencies = new Dependencies();
  let saved = 0;
  const values: Parameters = {};
  const outer = new OuterReferences();
  const run = (node: ExprNode, read: Dependencies): unknown => {
    if (node.type === "Filter") {
      // A memoizable part within a condition would be evaluated for each document.
      const condition: GroupNode = { type: "Group", base: node.expr };
      recallParts(condition, read);
      node.expr = condition;
    }
    narrow(node, view, values, read, outer);
    const evaluate: Evaluate = (node, root) => evaluateSync(node, { ...options, root }).data;
    const options: EvaluateOptions = {
      dataset: view.all,
      params: values,
      identity,
      sanity,
      dereference: ({ _ref }) => {
        const referring = outer.follow(_ref, view);
        if (referring) return referring;
        const document = view.get(_ref);
        read.follow(_ref, document);
        return document;
      },
    };
    supplement(node, values, evaluate);
    simplify(node);
    return evaluateSync(node, options).data;
  };
  const recallParts = (tree: GroupNode, read: Dependencies): void => {
    for (const { node, replace } of lastingParts(tree)) {
      const part = recallOrRun(view, node, values, run);
      if (!part) continue;
      saved += part.saved;
      read.add(part.dependencies);
      replace(standIn(values, part.value));
    }
  };
  const whole: GroupNode = { type: "Group", base: parseQuery(query, params) };
  recallParts(whole, dependencies);
  return { result: run(whole, dependencies), dependencies, saved };
}

function bounded<T>(query: string, milliseconds: number, work: () => T): T {
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
  if (!Array.isArray(result)) return checkSize(JSON.stringify(result) ?? "null");
  let length = 2;
  const parts = result.map((element) => {
    const part = JSON.stringify(element) ?? "null";
    length += part.length + 1;
    if (length > limits.queryResult) throw tooLarge();
    return part;
  });
  return `[${parts.join(",")}]`;
}

function checkSize(json: string): string {
  if (json.length > limits.queryResult) throw tooLarge();
  return json;
}

const tooLarge = () => badRequest(`The result is larger than ${limits.queryResult} characters`);
