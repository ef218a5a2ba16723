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
 * The fields of a hit by which the Studio ranks it: `w0` is its id, `w1` its type, which no editor
 * searches for, and the others are its texts.
 */
const ranked = /^w\d+$/;

/** The title fields of documents in lists. */
const naming = new Set(["title", "name", "question", "from", "event", "version"]);

/**
 * The hits of a search, best first: by how many of the searched words its title has, then by how
 * much of the title they are, then by how much of any other text. A word counts from its first
 * letters on. The Studio ranks by whole words, and a word deep in a text like one in a title.
 *
 * The texts are removed: without them the Studio leaves hits in their order.
 *
 * @param params of the search: `$t0`, `$t1` … are the words, with an asterisk
 */
export function rankHits(query: string, params: Record<string, unknown>, hits: unknown): unknown {
  if (!query.startsWith(mark) || !Array.isArray(hits)) return hits;
  const titles = titleFields(query);
  // Sorted by the lake, by a date for instance.
  if (titles.size === 0) return hits;
  const searched = searchedIn(params);
  return hits
    .map((hit: unknown) => rankOf(hit, titles, searched))
    .sort((one, other) => {
      const decisive = one.merits.findIndex((merit, place) => merit !== other.merits[place]);
      return (other.merits[decisive] ?? 0) - (one.merits[decisive] ?? 0);
    })
    .map(({ hit }) => hit);
}

/** What was searched for, each with the words of a phrase. */
const searchedIn = (params: Record<string, unknown>): string[] =>
  Object.entries(params).flatMap(([name, value]) =>
    /^t\d+$/.test(name) && typeof value === "string" ? wordsOf(value).join(" ") : [],
  );

function rankOf(hit: unknown, titles: Map<string, Set<string>>, searched: readonly string[]) {
  if (typeof hit !== "object" || hit === null) return { hit, merits: [] };
  const own = "_type" in hit ? titles.get(String(hit._type)) : undefined;
  const entries: [string, unknown][] = Object.entries(hit);
  const texts = entries.filter(([name]) => ranked.test(name) && name !== "w0" && name !== "w1");
  const inTitle = texts.filter(([name]) => own?.has(name)).map(([, text]) => text);
  const elsewhere = texts.filter(([name]) => !own?.has(name)).map(([, text]) => text);
  const shareOf = (text: unknown) => share(wordsOf(text), searched);
  return {
    hit: Object.fromEntries(entries.filter(([name]) => !ranked.test(name))),
    merits: [
      searched.filter((words) => inTitle.some((text) => begins(wordsOf(text), words))).length,
      Math.max(0, ...inTitle.map(shareOf)),
      Math.max(0, ...elsewhere.map(shareOf)),
    ],
  };
}

/** The words of a text, or of a list of texts, in lower case. */
function wordsOf(text: unknown): string[] {
  if (Array.isArray(text)) return text.flatMap(wordsOf);
  return typeof text === "string" ? (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) : [];
}

/** Whether the searched words stand in a text, one after the other, the last with its beginning. */
const begins = (text: readonly string[], searched: string): boolean =>
  ` ${text.join(" ")}`.includes(` ${searched}`);

/** How much of a text the searched words are, from 0 to 1. */
const share = (text: readonly string[], searched: readonly string[]): number =>
  text.filter((word) => searched.some((words) => word.startsWith(words))).length /
  Math.max(1, text.length);

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

/**
 * The ids of the hits by the words of a search. Of many searches: a list is one without words,
 * which ended between the search for some letters and the Enter after them.
 */
const ended = new Map<string, string[]>();

const maxEnded = 200;

/** Notes the hits of a search, best first, as they are about to be shown. */
export function noteHits(query: string, params: Record<string, unknown>, hits: unknown): void {
  if (!query.startsWith(mark) || !Array.isArray(hits)) return;
  const ids = hits.flatMap((hit: unknown) =>
    typeof hit === "object" && hit !== null && "_id" in hit ? String(hit._id) : [],
  );
  const words = inOrder(searchedIn(params).join(" "));
  // A reference searches for the same words among fewer documents than the search of all.
  const known = [...new Set([...ids, ...(ended.get(words) ?? [])])];
  ended.delete(words);
  ended.set(words, known);
  for (const oldest of ended.keys()) {
    if (ended.size <= maxEnded) break;
    ended.delete(oldest);
  }
}

/** The ids of the hits for a text, in any order, once a search for it has ended. */
export const hitsFor = (text: string): readonly string[] | undefined => ended.get(inOrder(text));

/** Sanity's search drops a word that is there twice, and sorts phrases before words. */
const inOrder = (text: string): string => [...new Set(wordsOf(text))].sort().join(" ");
