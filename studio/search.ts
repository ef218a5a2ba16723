/** What the Studio's search begins with. */
const mark = "// findability-mvi:";

/** The query of a search, which then looks at the pictures in a text as well: the Studio's looks at the words alone. */
export const searchPictures = (query: string): string =>
  query.startsWith(mark)
    ? query.replaceAll(
        /pt::text\(([^()]+)\) match (\$t\d+)/g,
        "$& || $1[].alt match $2 || $1[].caption match $2",
      )
    : query;

/** The fields of a hit by which the Studio ranks it; the first two are its id and its type, which no editor searches. */
const ranked = /^w(?![01]$)\d+$/;

/**
 * The hits of a search with every word that begins with a searched one made that one. The Studio ranks by whole words:
 * while one types, the first letters of a title counted for nothing.
 *
 * @param params of the search: `$t0`, `$t1` … are the words, with a star
 */
export function rankBeginnings(
  query: string,
  params: Record<string, unknown>,
  hits: unknown,
): unknown {
  if (!query.startsWith(mark) || !Array.isArray(hits)) return hits;
  const words = Object.entries(params).flatMap(([name, value]) =>
    /^t\d+$/.test(name) && typeof value === "string" ? value.replace(/\*$/, "") : [],
  );
  return hits.map((hit: unknown) =>
    typeof hit === "object" && hit !== null
      ? Object.fromEntries(
          Object.entries(hit).map(([name, value]: [string, unknown]) =>
            ranked.test(name) ? [name, shorten(value, words)] : [name, value],
          ),
        )
      : hit,
  );
}

function shorten(value: unknown, words: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => shorten(each, words));
  if (typeof value !== "string") return value;
  return value.replaceAll(/[\p{L}\p{N}]+/gu, (word) => {
    const begun = words.find((each) => word.toLowerCase().startsWith(each));
    return begun ?? word;
  });
}
