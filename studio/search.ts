/** The prefix of the Studio's search queries. */
const mark = "// findability-mvi:";

/** Extends a search query to the pictures in a text: the Studio's query searches only the words. */
export const searchPictures = (query: string): string =>
  query.startsWith(mark)
    ? query.replaceAll(
        /pt::text\(([^()]+)\) match (\$t\d+)/g,
        "$& || $1[].alt match $2 || $1[].caption match $2",
      )
    : query;

/**
 * The fields of a hit by which the Studio ranks it; the first two are its id and its type, which no
 * editor searches for.
 */
const ranked = /^w(?![01]$)\d+$/;

/** The title fields of documents in lists. */
const naming = new Set(["title", "name", "question", "from", "event", "version"]);

/**
 * The Studio ranks by the share of a field's words that were searched for, with a fifth of a
 * title's weight for what is below it: with this many words added, no other field counts for as
 * much as one word of a title.
 */
const filler = Array.from({ length: 60 }, (_, n) => `zqx${n}`).join(" ");

/**
 * The hits of a search, with every word that starts with a searched one replaced by it, and with
 * titles first. The Studio ranks by whole words: while the user typed, the first letters of a title
 * had no effect.
 *
 * @param params of the search: `$t0`, `$t1` … are the words, with an asterisk
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
  const titles = titleFields(query);
  return hits.map((hit: unknown) => {
    if (typeof hit !== "object" || hit === null) return hit;
    const own = "_type" in hit ? titles.get(String(hit._type)) : undefined;
    return Object.fromEntries(
      Object.entries(hit).map(([name, value]: [string, unknown]) => {
        if (!ranked.test(name)) return [name, value];
        const short = shorten(value, words);
        return [name, own?.has(name) ? short : dilute(short)];
      }),
    );
  });
}

/**
 * By type, the hit's fields that hold the document's title: `_type == "post" => { "w2": title, …
 * }`.
 */
function titleFields(query: string): Map<string, Set<string>> {
  const types = query.matchAll(/_type == "(\w+)" => \{([^}]*)\}/g);
  return new Map(
    [...types].map(([, type = "", fields = ""]) => [
      type,
      new Set(
        [...fields.matchAll(/"(w\d+)": ([\w.]+)/g)].flatMap(([, name = "", path = ""]) =>
          naming.has(path) ? name : [],
        ),
      ),
    ]),
  );
}

const dilute = (value: unknown): unknown => (value ? [value, filler] : value);

function shorten(value: unknown, words: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => shorten(each, words));
  if (typeof value !== "string") return value;
  return value.replaceAll(/[\p{L}\p{N}]+/gu, (word) => {
    const begun = words.find((each) => word.toLowerCase().startsWith(each));
    return begun ?? word;
  });
}
