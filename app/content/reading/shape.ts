import { isRecord } from "../../../schemas/edits/is-record";

/** The JSON that a part of a query's result may be, as the types of the result say it. */
export type Shape =
  | "string"
  | "number"
  | "boolean"
  | "null"
  | "any"
  | { literals: readonly string[] }
  | { list: Shape }
  | { fields: Readonly<Record<string, Shape>> }
  | { oneOf: readonly Shape[] };

/**
 * A value in a shape: what has another type becomes null, or is left out of its list; where the
 * types promise a text or a list, it becomes an empty one. No form of the Studio saves such a
 * value, but drafts are unfinished, and scripts and imports write anything: one object in place of
 * a text turned its page into an error page. Fields that the shape does not name stay as they are,
 * since nothing reads them.
 */
export function inShape(value: unknown, shape: Shape): unknown {
  return fitted(value, shape) ?? (shape === "string" ? "" : isList(shape) ? [] : null);
}

/** The value in the shape, or null when it has another type. */
function fitted(value: unknown, shape: Shape): unknown {
  if (value === null || value === undefined || shape === "null") return null;
  if (shape === "any") return value;
  if (shape === "string") return typeof value === "string" ? withoutNul(value) : null;
  if (typeof shape === "string") return typeof value === shape ? value : null;
  if ("literals" in shape)
    return typeof value === "string" && shape.literals.includes(value) ? value : null;
  if (isList(shape)) return Array.isArray(value) ? listInShape(value, shape.list) : null;
  if ("fields" in shape) return isRecord(value) ? recordInShape(value, shape.fields) : null;
  const possible = shape.oneOf.filter((each) => mayBe(value, each));
  const chosen = possible.find((each) => fitsWhole(value, each)) ?? possible[0];
  return chosen === undefined ? null : fitted(value, chosen);
}

/**
 * HTML has no U+0000: a text of nothing else was not in the page, and React rendered the whole
 * page again.
 */
const withoutNul = (text: string) => text.replaceAll("\u0000", "");

const isList = (shape: Shape) => typeof shape === "object" && "list" in shape;

const listInShape = (values: readonly unknown[], shape: Shape) =>
  values.map((value) => fitted(value, shape)).filter((value) => value !== null);

function recordInShape(record: Record<string, unknown>, fields: Readonly<Record<string, Shape>>) {
  const named = Object.entries(fields).map(([name, shape]): [string, unknown] => [
    name,
    inShape(Object.hasOwn(record, name) ? record[name] : null, shape),
  ]);
  return { ...record, ...Object.fromEntries(named) };
}

/**
 * Whether no field of an object would be lost in this member. Members without a `_type` differ by
 * their fields alone: of the first one that may be it, fields that it says to be null are gone.
 */
const fitsWhole = (value: unknown, shape: Shape): boolean =>
  !isRecord(value) ||
  typeof shape === "string" ||
  !("fields" in shape) ||
  Object.entries(shape.fields).every(
    ([name, each]) => (value[name] ?? null) === null || fitted(value[name], each) !== null,
  );

/** Whether a value is of a member of a union: objects are told apart by their `_type`. */
function mayBe(value: unknown, shape: Shape): boolean {
  if (!isRecord(value) || typeof shape === "string" || !("fields" in shape))
    return fitted(value, shape) !== null;
  const type = shape.fields._type;
  return type === undefined || fitted(value._type, type) !== null;
}
