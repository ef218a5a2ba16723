import { arrayToJSONMatchPath, extractWithPath } from "@sanity/mutator";
import { type Document } from "./document";
import { limits } from "./limits";
import { type PatchOperations } from "./transaction";

/** The first path of a patch that is malformed. The mutator takes those too, and makes something of them. */
export function malformedPath(operations: PatchOperations): string | undefined {
  const { set, setIfMissing, unset, inc, dec, diffMatchPatch, insert } = operations;
  const keyed = [set, setIfMissing, inc, dec, diffMatchPatch].flatMap((each) =>
    Object.keys(each ?? {}),
  );
  return [...keyed, ...(unset ?? []), ...placeOf(insert)].find((path) => !isWellFormed(path));
}

function placeOf(insert: PatchOperations["insert"]): string[] {
  if (!insert) return [];
  if ("before" in insert) return [insert.before];
  return "after" in insert ? [insert.after] : [insert.replace];
}

/** Brackets and quotes are closed, and quotes stand within brackets alone: `list[_key=="a]"].title`. */
function isWellFormed(path: string): boolean {
  let depth = 0;
  let quote = "";
  for (let index = 0; index < path.length; index++) {
    const character = path.charAt(index);
    if (quote !== "") {
      if (character === "\\") index++;
      else if (character === quote) quote = "";
    } else if (character === '"' || character === "'") {
      if (depth === 0) return false;
      quote = character;
    } else if (character === "[") depth++;
    else if (character === "]" && --depth < 0) return false;
  }
  return path !== "" && depth === 0 && quote === "";
}

/** `[*]`, and `[1:]` before something else: the mutator knows neither. Strings in filters are passed over. */
const elements = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\[(?:\*|(-?\d*):(-?\d*)(?=\]\.))\]/g;

/**
 * The operations with `list[*].title` written out as `list[0].title`, `list[1].title` …: JSONMatch has it
 * (https://www.sanity.io/docs/json-match), and the code that the Studio shares with us has not.
 */
export function withElements(operations: PatchOperations, document: Document): PatchOperations {
  const paths = (path: string) => writtenOut(path, document);
  const keyed = <Value>(values: Record<string, Value> | undefined) =>
    values &&
    Object.fromEntries(
      Object.entries(values).flatMap(([path, value]) => paths(path).map((each) => [each, value])),
    );
  const { set, setIfMissing, unset, inc, dec, diffMatchPatch, insert } = operations;
  const changed: PatchOperations = {
    set: keyed(set),
    setIfMissing: keyed(setIfMissing),
    // From the end: what is removed must not move what is to be removed next.
    unset: unset?.flatMap((path) => paths(path).reverse()),
    inc: keyed(inc),
    dec: keyed(dec),
    diffMatchPatch: keyed(diffMatchPatch),
    insert:
      insert && "replace" in insert
        ? { ...insert, replace: insert.replace.replace(/\[\*\]$/, "[0:]") }
        : insert,
  };
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
}

function writtenOut(path: string, document: Document): string[] {
  for (const match of path.matchAll(elements)) {
    if (!match[0].startsWith("[")) continue;
    const rest = path.slice(match.index + match[0].length);
    const lists = extractWithPath(path.slice(0, match.index), document);
    const [, start, end] = match;
    const places = lists.flatMap(({ path: place, value }) => {
      if (!Array.isArray(value)) return [];
      const indices = [...value.keys()].slice(Number(start || 0), end ? Number(end) : undefined);
      const each = indices.map((index) => arrayToJSONMatchPath([...place, index]) + rest);
      return each.flatMap((one) => writtenOut(one, document));
    });
    if (places.length > limits.writtenOutPaths) throw new Error("The path has too many places");
    return places;
  }
  return [path];
}
