import MiniSearch, { type SearchOptions } from "minisearch";
import type { SearchEntry } from "./search-entries";
import type { SearchKind } from "./search-kinds";
import { comparedForm, excerptOf, markWords, wordsOf, type TextPart } from "./words";

/** What a visitor searches for. */
export interface SearchRequest {
  text: string;
  /** Only results of this kind. */
  kind?: SearchKind | undefined;
  /** Which of the results, in their order. */
  from: number;
  to: number;
}

export interface SearchResult {
  kind: SearchKind;
  path: string;
  title: TextPart[];
  excerpt: TextPart[];
}

export interface SearchResults {
  results: SearchResult[];
  /** How many there are of the kind that was asked for. */
  total: number;
  /** How many there are of each kind. */
  counts: Record<SearchKind, number>;
  /** Whether they have only some of the words, because nothing has all. */
  isPartial: boolean;
}

/** Words of a search that count: each may match thousands of others. */
const maxWords = 8;

const options: SearchOptions = {
  combineWith: "AND",
  boost: { title: 6, tags: 3, summary: 2 },
  // A word of two letters begins a tenth of all words.
  prefix: (word) => word.length > 2,
  weights: { prefix: 0.4, fuzzy: 0.2 },
};

/**
 * How words are compared, until something is found: as they are typed, with one or two letters
 * wrong, and some of them only. Errors that are forgiven at once bring "plain" to "plan".
 */
const attempts = [
  { isPartial: false, options },
  { isPartial: false, options: { ...options, fuzzy: wrongLetters } },
  { isPartial: true, options: { ...options, combineWith: "OR" } },
];

/** How many letters of a word may be wrong; two that are swapped count as two. */
function wrongLetters(word: string): number | false {
  return word.length > 3 && (word.length > 4 ? 2 : 1);
}

interface Found {
  entry: SearchEntry;
  /** The words of the entry that match, in their compared form. */
  terms: string[];
}

interface IndexedDocument {
  version: string;
  entries: readonly SearchEntry[];
}

/**
 * The inverted index of everything that visitors may find, in memory. It tolerates typing errors,
 * and finds words by their beginning.
 */
export class SearchIndex {
  readonly #words = new MiniSearch<SearchEntry>({
    fields: ["title", "tags", "summary", "text"],
    tokenize: wordsOf,
    processTerm: comparedForm,
  });
  readonly #documents = new Map<string, IndexedDocument>();
  readonly #entries = new Map<string, SearchEntry>();
  /** Characters of the texts that it contains. */
  #characters = 0;

  get characters(): number {
    return this.#characters;
  }

  /** The ids of its documents. */
  get ids(): string[] {
    return [...this.#documents.keys()];
  }

  /** The version of a document that it contains. */
  versionOf(id: string): string | undefined {
    return this.#documents.get(id)?.version;
  }

  /** Adds a document, or replaces it. Takes a millisecond for some thousand characters. */
  put(id: string, version: string, entries: readonly SearchEntry[]): void {
    this.remove(id);
    this.#documents.set(id, { version, entries });
    for (const entry of entries) {
      this.#words.add(entry);
      this.#entries.set(entry.id, entry);
      this.#characters += entry.text.length;
    }
  }

  remove(id: string): void {
    for (const entry of this.#documents.get(id)?.entries ?? []) {
      this.#words.remove(entry);
      this.#entries.delete(entry.id);
      this.#characters -= entry.text.length;
    }
    this.#documents.delete(id);
  }

  /**
   * The entries in which all words of a search are found, the best first; where there is none,
   * those with similar words, or with some of them.
   *
   * @param now milliseconds since the epoch: what is not shown then is not found
   */
  search({ text, kind, from, to }: SearchRequest, now: number): SearchResults {
    const words = [...new Set(wordsOf(text).map(comparedForm))].filter(Boolean).slice(0, maxWords);
    let found: Found[] = [];
    let isPartial = false;
    for (const attempt of attempts) {
      if (attempt.isPartial && words.length < 2) break;
      found = this.#find(words, attempt.options, now);
      isPartial = attempt.isPartial && found.length > 0;
      if (found.length > 0) break;
    }
    const counts = { page: 0, documentation: 0, article: 0, release: 0, opening: 0 };
    for (const { entry } of found) counts[entry.kind] += 1;
    const ofKind = kind ? found.filter(({ entry }) => entry.kind === kind) : found;
    return {
      results: ofKind.slice(from, to).map(({ entry, terms }) => shownResult(entry, terms)),
      total: ofKind.length,
      counts,
      isPartial,
    };
  }

  #find(words: readonly string[], how: SearchOptions, now: number): Found[] {
    return this.#words.search(words.join(" "), how).flatMap(({ id, terms }) => {
      const entry = this.#entries.get(String(id));
      const isShown = entry && entry.shown.from <= now && now < entry.shown.until;
      return isShown ? [{ entry, terms }] : [];
    });
  }
}

function shownResult(
  { kind, path, title, summary, text }: SearchEntry,
  terms: string[],
): SearchResult {
  const found = new Set(terms);
  const isIn = (part: string) => wordsOf(part).some((word) => found.has(comparedForm(word)));
  const source = summary && (isIn(summary) || !isIn(text)) ? summary : text;
  return { kind, path, title: markWords(title, found), excerpt: excerptOf(source, found) };
}
