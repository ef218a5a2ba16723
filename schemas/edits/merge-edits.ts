import {
  changesBetween,
  isFields,
  isSame,
  valueAt,
  type Fields,
  type Step,
} from "./changes-between";
import { mergeTexts } from "./merge-texts";

interface Merged {
  /** The current document with the edit's changes; ids and other system fields are the current. */
  document: Fields;
  /** The parts that both have changed, each to something else: there it has what the edit says. */
  conflicts: Step[][];
}

/**
 * What an edit makes of a document that was changed after the edit was begun: the edit's changes on
 * top of the current version. An edit that replaced the whole document undid a correction that was
 * live; one that replaced a whole text, what the scheduled edit had added to it.
 *
 * @param base the document as it was when the edit was begun
 */
export function mergeEdits(base: Fields, edited: Fields, current: Fields): Merged {
  const conflicts: Step[][] = [];
  // A copy that the changes are written into: a copy for each of 50,000 blocked everyone for
  // seconds.
  const document = structuredClone(current);
  for (const { path, before, after } of changesBetween(base, edited)) {
    const value = valueAt(current, path);
    if (isSame(value, after)) continue;
    const text = mergedText(before, value, after);
    if (text !== null) {
      write(document, path, text);
      continue;
    }
    // Where what contains the part is gone, the edit's whole field is taken.
    const isThere = valueAt(current, path.slice(0, -1)) !== undefined;
    if (!isThere || !isSame(value, before)) conflicts.push(path);
    const [field] = path;
    if (isThere || typeof field !== "string") write(document, path, after);
    else write(document, [field], edited[field]);
  }
  return { document, conflicts };
}

const mergedText = (base: unknown, earlier: unknown, later: unknown): string | null =>
  typeof base === "string" && typeof earlier === "string" && typeof later === "string"
    ? mergeTexts(base, earlier, later)
    : null;

/** Writes a part of a document that contains it; undefined removes it. */
function write(document: Fields, path: readonly Step[], value: unknown): void {
  const container = path.slice(0, -1).reduce<unknown>(partOf, document);
  const last = path.at(-1);
  if (!isFields(container) || typeof last !== "string") return;
  if (value === undefined) delete container[last];
  else container[last] = value;
}

function partOf(container: unknown, step: Step): unknown {
  // Its own parts: `__proto__` would lead to the prototype of all objects.
  if (typeof step === "string")
    return isFields(container) && Object.hasOwn(container, step) ? container[step] : undefined;
  if (!Array.isArray(container)) return undefined;
  return container.find((item: unknown) => isFields(item) && item._key === step._key);
}
