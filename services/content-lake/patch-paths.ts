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
