import {
  InvertedIndex,
  newSearchBudget,
  type Comparison,
  type WeighedText,
} from "./inverted-index";
import type { SearchEntry } from "./search-entries";
import { type SearchKind, zeroOfEachKind } from "./search-kinds";
import { comparedForm, excerptOf, firstOf, markWords, wordsOf, type TextPart } from "./words";

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

/** Words of a search that count. */
const maxWords = 8;

/**
 * How words are compared, until something is found: as they are typed, with letters that are
 * wrong, and only some of them. If errors were forgiven from the start, "plain" would find "plan".
 */
const attempts: readonly Comparison[] = [
  { isTolerant: false, needsAll: true },
  { isTolerant: true, needsAll: true },
  { isTolerant: false, needsAll: false },
];

interface Found {
  entry: SearchEntry;
  score: number;
}

interface IndexedDocument {
  version: string;
  /** The numbers of its entries. */
  numbers: readonly number[];
}

/**
 * The words of everything that visitors may find, in memory. It tolerates typing errors, and finds
 * words by their beginning.
 */
export class SearchIndex {
  readonly #words = new InvertedIndex();
  readonly #documents = new Map<string, IndexedDocument>();
  readonly #entries: (SearchEntry | undefined)[] = [];
  /** Numbers of entries that were removed, for new ones. */
  readonly #freeNumbers: number[] = [];
  #characters = 0;

  /** Characters of the texts that it contains. */
  get characters(): number {
    return this.#characters;
  }

  /** The number of its entries. */
  get size(): number {
    return this.#entries.length - this.#freeNumbers.length;
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
    const numbers = entries.map((entry) => {
      const number = this.#freeNumbers.pop() ?? this.#entries.length;
      this.#entries[number] = entry;
      this.#words.add(number, weighed(entry));
      this.#characters += entry.text.length;
      return number;
    });
    this.#documents.set(id, { version, numbers });
  }

  remove(id: string): void {
    for (const number of this.#documents.get(id)?.numbers ?? []) {
      const entry = this.#entries[number];
      if (!entry) continue;
      this.#words.remove(number, weighed(entry));
      this.#characters -= entry.text.length;
      this.#entries[number] = undefined;
      this.#freeNumbers.push(number);
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
    const { found, marked, isPartial } = this.#find(words, now);
    const counts = zeroOfEachKind();
    for (const { entry } of found) counts[entry.kind] += 1;
    const ofKind = kind ? found.filter(({ entry }) => entry.kind === kind) : found;
    return {
      results: ofKind.slice(from, to).map(({ entry }) => shownResult(entry, marked)),
      total: ofKind.length,
      counts,
      isPartial,
    };
  }

  #find(words: readonly string[], now: number) {
    const budget = newSearchBudget();
    for (const attempt of attempts) {
      if (budget.isUsedUp) break;
      const matches = this.#words.find(words, attempt, this.#entries.length, budget);
      const found: Found[] = [];
      matches.scores.forEach((score, number) => {
        const entry = score > 0 && this.#entries[number];
        if (entry && isShown(entry, now)) found.push({ entry, score });
      });
      found.sort((a, b) => b.score - a.score);
      if (found.length > 0) return { found, marked: matches.words, isPartial: !attempt.needsAll };
    }
    return { found: [], marked: new Set<string>(), isPartial: false };
  }
}

const isShown = ({ shown }: SearchEntry, now: number) => shown.from <= now && now < shown.until;

const weighed = ({ title, tags, summary, text }: SearchEntry): WeighedText[] => [
  { text: title, boost: 8, usualLength: 5 },
  { text: tags, boost: 3, usualLength: 5 },
  { text: summary, boost: 2, usualLength: 25 },
  { text, boost: 1, usualLength: 400 },
];

function shownResult(
  { kind, path, title, summary, text }: SearchEntry,
  marked: ReadonlySet<string>,
): SearchResult {
  const isIn = (part: string) => firstOf(part, marked) >= 0;
  const source = summary && (isIn(summary) || !isIn(text)) ? summary : text;
  return { kind, path, title: markWords(title, marked), excerpt: excerptOf(source, marked) };
}
