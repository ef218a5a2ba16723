import type { z } from "zod";

/**
 * A response that the lake gives instead of a result: an HTTP status of 400 or more, and Sanity's
 * body for it.
 */
export class LakeError extends Error {
  override readonly name = "LakeError";
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    body: Record<string, unknown>,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** The shape of Sanity's gateway: `{statusCode, error, message}`. */
export function httpError(status: number, error: string, message: string): LakeError {
  return new LakeError(status, message, { statusCode: status, error, message });
}

/** A 429 with the number of seconds after which the client may retry (RFC 9110 §10.2.3). */
export function tooManyRequests(message: string, retryAfter: number): LakeError {
  const { status, body } = httpError(429, "Too Many Requests", message);
  return new LakeError(status, message, body, { "Retry-After": String(retryAfter) });
}

/** 400 in Sanity's format. */
export const badRequest = (message: string) => httpError(400, "Bad Request", message);

/** 400: what was requested exceeds {@link limits.response}. */
export const tooLargeTogether = () => badRequest("These documents are too large for one response");

/** 404 in Sanity's format. */
export const notFound = (message: string) => httpError(404, "Not Found", message);

/** 507 (RFC 4918, 11.5): the request is valid, but cannot be stored now. */
export const insufficientStorage = (message: string) =>
  httpError(507, "Insufficient Storage", message);

/** 403: the requester lacks this permission. */
export function insufficientPermissions(permission: string): LakeError {
  const description = `Insufficient permissions; permission "${permission}" required`;
  return new LakeError(403, description, {
    statusCode: 403,
    error: { type: "permissionError", description },
  });
}

/** What one mutation or action of a request ran into. `type` is Sanity's name for it. */
export interface FailureItem {
  type: string;
  description: string;
  [fact: string]: unknown;
}

/**
 * One mutation or action cannot be carried out, so none of its request is. Thrown where the problem
 * is found; the request's runner adds the index and turns it into a {@link LakeError}.
 */
export class MutationFailure extends Error {
  override readonly name = "MutationFailure";
  readonly status: number;
  readonly item: FailureItem;

  constructor(status: number, item: FailureItem) {
    super(item.description);
    this.status = status;
    this.item = item;
  }
}

/**
 * https://www.sanity.io/docs/http-mutations and -actions: `{error: {type, description, items:
 * [{error, index}]}}`.
 */
export function failedRequest(
  kind: "mutationError" | "actionError",
  failures: { failure: MutationFailure; index: number }[],
): LakeError {
  const noun = kind === "mutationError" ? "mutation(s)" : "action(s)";
  const description = `The ${noun} failed: ${failures.map((each) => each.failure.message).join("; ")}`;
  const status = failures[0]?.failure.status ?? 400;
  return new LakeError(status, description, {
    statusCode: status,
    error: {
      type: kind,
      description,
      items: failures.map(({ failure, index }) => ({ error: failure.item, index })),
    },
  });
}

/**
 * `type` is queryParseError, queryExecutionError …; the position (UTF-16 offsets) makes the client
 * draw a code frame.
 */
export function queryError(
  type: string,
  description: string,
  query: string,
  place?: { start: number; end: number },
): LakeError {
  return new LakeError(400, description, {
    statusCode: 400,
    error: {
      type,
      description,
      query,
      ...place,
    },
  });
}

/** What is wrong with a request, in one line. */
export function explain(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return "malformed";
  const path = issue.path.join(".");
  return path === "" ? issue.message : `${path}: ${issue.message}`;
}
