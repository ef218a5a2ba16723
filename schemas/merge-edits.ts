import {
  changesBetween,
  isFields,
  isSame,
  valueAt,
  type Fields,
  type Step,
} from "./changes-between";

interface Merged {
  /** The current document with the edit's changes; ids and other system fields are the current. */
  document: Fields;
  /** The parts that both have changed, each to something else: there it has what the edit says. */
  conflicts: Step[][];
}

/**
 * What an edit makes of a document that was changed after the edit was begun: the edit's changes on
 * top of the current version. An edit that replaced the whole document undid a correction that was
 * live.
 *
 * @param base the document as it was when the edit was begun
 */
export function mergeEdits(base: Fields, edited: Fields, current: Fields): Merged {
  const conflicts: Step[][] = [];
  let document = current;
  for (const { path, before, after } of changesBetween(base, edited)) {
    const value = valueAt(current, path);
    if (isSame(value, after)) continue;
    // Where what contains the part is gone, the edit's whole field is taken.
    const isThere = valueAt(current, path.slice(0, -1)) !== undefined;
    if (!isThere || !isSame(value, before)) conflicts.push(path);
    const [field] = path;
    document =
      isThere || typeof field !== "string"
        ? withValue(document, path, after)
        : withValue(document, [field], edited[field]);
  }
  return { document, conflicts };
}

function withValue(fields: Fields, [step, ...rest]: readonly Step[], value: unknown): Fields {
  if (typeof step !== "string") return fields;
  const { [step]: part, ...others } = fields;
  const next = rest.length === 0 ? value : withValueIn(part, rest, value);
  return next === undefined ? others : { ...fields, [step]: next };
}

function withValueIn(part: unknown, path: readonly Step[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (isFields(part)) return withValue(part, path, value);
  if (!Array.isArray(part) || typeof step !== "object") return part;
  return part.map((item: unknown) =>
    isFields(item) && item._key === step._key ? withValue(item, rest, value) : item,
  );
}
