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

/** The fields that documents are named by in lists. */
const naming = new Set(["title", "name", "question", "from", "event", "version"]);

/**
 * The Studio ranks by how many of a field's words were searched, five times less for what stands below a title than for the
 * title: so many words more, and no other field counts for as much as one word of a title.
 */
const filler = Array.from({ length: 60 }, (_, n) => `zqx${n}`).join(" ");

/**
 * The hits of a search with every word that begins with a searched one made that one, and with titles before all else. The
 * Studio ranks by whole words: while one types, the first letters of a title counted for nothing.
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

/** By type, under which names a hit has what its document is called: `_type == "post" => { "w2": title, … }`. */
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
