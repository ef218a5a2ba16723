/** How many pages are suggested for one that is not there. */
const maxSuggestions = 3;

/** The part of the longer of two names that may differ, and they are still taken for each other. */
const maxDifference = 0.4;

/** How much more than the most similar path another may differ and still be suggested with it. */
const maxDistanceFromBest = 0.1;

/** A longer one is not a slip of the keyboard, and comparing takes quadratic time. */
const maxLength = 100;

/** Each takes some 3 µs. */
const maxCompared = 10_000;

/**
 * The paths that are the most like one that is not there: a letter is wrong, the folder is another,
 * or a word was left out.
 *
 * @param paths of all pages; of very many the first are compared
 */
export function nearestPaths(paths: readonly string[], missing: string): string[] {
  if (missing.length > maxLength) return [];
  const similar = paths
    .slice(0, maxCompared)
    .map((path) => ({ path, difference: differenceOf(path, missing) }))
    .filter(({ difference }) => difference <= maxDifference)
    .sort((a, b) => a.difference - b.difference);
  const max = (similar[0]?.difference ?? 0) + maxDistanceFromBest;
  return similar
    .filter(({ difference }) => difference <= max)
    .slice(0, maxSuggestions)
    .map(({ path }) => path);
}

/** From 0, the same, to 1. */
function differenceOf(path: string, missing: string): number {
  const [name, missingName] = [nameOf(path), nameOf(missing)];
  if (!name || !missingName || path.length > maxLength) return 1;
  const whole = editDistance(path, missing) / Math.max(path.length, missing.length);
  const last = editDistance(name, missingName) / Math.max(name.length, missingName.length);
  return Math.min(whole, last, wordsMissing(name, missingName));
}

const nameOf = (path: string) => path.replace(/\/+$/, "").split("/").at(-1) ?? "";

/** The part of a name's words that another does not have, at least one of which must be in both. */
function wordsMissing(name: string, missing: string): number {
  const words = new Set(name.split("-"));
  const others = missing.split("-");
  const common = others.filter((word) => word.length > 2 && words.has(word)).length;
  return common === 0 ? 1 : 1 - common / Math.min(words.size, others.length);
}

/** How many characters must be inserted, removed or replaced (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + Number(b[j] !== letter);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
