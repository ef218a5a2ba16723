import { readBytesWithin } from "@platen/kit";
import { z } from "zod";
import { AuthError, validationFailed } from "./errors";

const maxBytes = 1024 * 1024;
const maxDepth = 64;

/** Text where clients may also send null or leave the field out: all three become a string. */
export const text = () =>
  z
    .string()
    .nullish()
    .transform((value) => value ?? "");

/** An arbitrary object from the client, such as user metadata. */
export const metadata = () =>
  z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((value) => value ?? undefined);

/** A boolean of the client; `absent` where it sent none, or null. */
export const flag = (absent: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? absent);

const badJson = (why: string) =>
  new AuthError(400, "bad_json", `Could not parse request body as JSON: ${why}`);

/**
 * Reads a JSON body into the shape of `schema`. Throws an {@link AuthError}: 413 above 1 MB, 400
 * for a body that is not JSON, has another shape, or cannot be stored as text.
 */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  return parseBody(await readText(request), schema);
}

/** The same for endpoints whose body may be missing: an empty one reads as `{}`. */
export async function readOptionalBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  return parseBody((await readText(request)) || "{}", schema);
}

/** Reads a form that a browser was made to post. Throws 413 above 1 MB, 400 for invalid text. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await readText(request));
}

function parseBody<T>(source: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw badJson(source === "" ? "unexpected end of JSON input" : "invalid JSON");
  }
  refuseUnstorable(value);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw badJson(`${issue?.path.join(".") || "body"}: ${issue?.message ?? "unexpected shape"}`);
}

async function readText(request: Request): Promise<string> {
  const bytes = await readBytesWithin(request, maxBytes);
  if (!bytes) {
    throw new AuthError(
      413,
      "request_entity_too_large",
      `Request body too large (max ${maxBytes} bytes)`,
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badJson("invalid UTF-8");
  }
}

/**
 * Postgres stores neither U+0000 nor a lone surrogate and would throw its own error; deep nesting
 * overflows the stack of recursive code. Therefore this walks without recursion.
 */
function refuseUnstorable(root: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === "string") requireStorable(value);
    if (typeof value !== "object" || value === null) continue;
    if (depth > maxDepth) throw validationFailed("JSON is nested too deeply");
    for (const [key, inner] of Object.entries(value)) {
      requireStorable(key);
      waiting.push({ value: inner, depth: depth + 1 });
    }
  }
}

/** Throws 400 for text that Postgres cannot store; also for query strings. */
export function requireStorable(value: string): void {
  if (value.includes("\0") || /\p{Surrogate}/u.test(value)) {
    throw validationFailed("Text must not contain null characters or unpaired surrogates");
  }
}
