import { wrongLetters } from "./similar-words";
import { comparedForm, wordsOf } from "./words";

/** A text of an entry, and how much its words count. */
export interface WeighedText {
  text: string;
  boost: number;
  /** Words of a usual one: a word counts more in a shorter text, and less in a longer one. */
  usualLength: number;
}

/** How words are compared. */
export interface Comparison {
  /** Whether some letters may be wrong. */
  isTolerant: boolean;
  /** Whether all words must be found, or some. */
  needsAll: boolean;
}

/** Entries by their number: how well they match, and 0 for those that do not. */
export interface Matches {
  scores: Float64Array;
  /** The words of the index that match, in their compared form. */
  words: ReadonlySet<string>;
}

/** A word of the index that a word of a search may mean, from 0 to 1. */
interface Meaning {
  word: string;
  likelihood: number;
}

/** Different words that are indexed at most: random ones would otherwise fill the memory. */
const maxWords = 200_000;

/** Words that begin with those of a search, the shortest ones, and that are similar to them. */
const maxMeanings = 200;

/**
 * Words of the index that a search looks at to find such words, in 10 ms. Without a bound, 150,000
 * made-up words of one letter, in a hundred articles, took a core for 0.8 s a search.
 */
const maxVisits = 20_000;

/**
 * Postings that all attempts of a search look at, those of rare words first. Without a bound,
 * 6,000 articles of the same 200 words with one beginning took half a core.
 */
const maxPostings = 200_000;

/** What a search may still cost; its attempts share it. */
export interface SearchBudget {
  postings: number;
  /** Whether a word was left out: no further attempt begins then. */
  isUsedUp: boolean;
}

/** A budget for one search. */
export const newSearchBudget = (postings = maxPostings): SearchBudget => ({
  postings,
  isUsedUp: false,
});

/** Letters by which words are grouped; shorter beginnings find only themselves. */
const startLength = 3;

/** A posting is the number of an entry and, in its lowest byte, the weight of the word in it. */
const weightBits = 8;
const maxWeight = 255;
/** The weight of a word whose boosts and frequency add up to 1. */
const weightOfOne = 16;

/** The words of numbered entries, with the entries of each word and its weight there. */
export class InvertedIndex {
  readonly #postings = new Map<string, number[]>();
  readonly #wordsByStart = new Map<string, Set<string>>();

  readonly #maxVisits: number;

  /** @param visits words that one search looks at, besides those that it names */
  constructor(visits = maxVisits) {
    this.#maxVisits = visits;
  }

  add(entry: number, texts: readonly WeighedText[]): void {
    for (const [word, weight] of weightsOf(texts)) {
      const postings = this.#postings.get(word) ?? this.#newWord(word);
      postings?.splice(placeOf(entry, postings), 0, (entry << weightBits) | weight);
    }
  }

  /** @param texts with which the entry was added */
  remove(entry: number, texts: readonly WeighedText[]): void {
    for (const word of weightsOf(texts).keys()) {
      const postings = this.#postings.get(word);
      if (!postings) continue;
      const place = placeOf(entry, postings);
      if ((postings[place] ?? -1) >> weightBits === entry) postings.splice(place, 1);
      if (postings.length === 0) this.#dropWord(word);
    }
  }

  /**
   * The entries in which words are found, rare ones counting most (BM25 without its document
   * lengths, which the weights contain).
   *
   * @param words in their compared form
   * @param size more than the largest number of an entry
   * @param budget what the search may cost, which is used up
   */
  find(
    words: readonly string[],
    { isTolerant, needsAll }: Comparison,
    size: number,
    budget = newSearchBudget(),
  ): Matches {
    const scores = new Float64Array(size);
    const counts = new Uint8Array(size);
    const found = new Set<string>();
    let unvisited = this.#maxVisits;
    for (const [at, searched] of words.entries()) {
      const best = new Float64Array(size);
      // The words share both budgets; what one has left is for the next.
      const visits = { left: Math.ceil(unvisited / (words.length - at)) };
      unvisited -= visits.left;
      const meanings = this.#meanings(searched, isTolerant, visits);
      let share = Math.ceil(budget.postings / (words.length - at));
      for (const { postings, word, likelihood } of this.#rarestFirst(meanings)) {
        if (postings.length > share) {
          budget.isUsedUp = true;
          break;
        }
        share -= postings.length;
        budget.postings -= postings.length;
        const value = likelihood * Math.log(1 + size / postings.length);
        for (const posting of postings) {
          const entry = posting >> weightBits;
          const score = value * (posting & maxWeight);
          if (score > (best[entry] ?? 0)) best[entry] = score;
        }
        found.add(word);
      }
      unvisited += Math.max(0, visits.left);
      for (let entry = 0; entry < size; entry += 1) {
        const score = best[entry] ?? 0;
        if (score === 0) continue;
        scores[entry] = (scores[entry] ?? 0) + score;
        counts[entry] = (counts[entry] ?? 0) + 1;
      }
    }
    const isMissing = (count: number) => needsAll && count < words.length;
    return {
      scores: scores.map((score, entry) => (isMissing(counts[entry] ?? 0) ? 0 : score)),
      words: found,
    };
  }

  /** The searched word itself comes before all, or others that begin with it could hide it. */
  #rarestFirst(meanings: readonly Meaning[]) {
    return meanings
      .map((meaning) => ({ ...meaning, postings: this.#postings.get(meaning.word) ?? [] }))
      .sort(
        (a, b) =>
          Number(b.likelihood === 1) - Number(a.likelihood === 1) ||
          a.postings.length - b.postings.length,
      );
  }

  /** The word itself, those that begin with it, and those that are similar, of those visited. */
  #meanings(searched: string, isTolerant: boolean, visits: { left: number }): Meaning[] {
    const meanings: Meaning[] = this.#postings.has(searched)
      ? [{ word: searched, likelihood: 1 }]
      : [];
    if (searched.length < startLength) return meanings;
    for (const word of this.#wordsByStart.get(startOf(searched)) ?? []) {
      if (visits.left-- <= 0) break;
      if (word === searched || !word.startsWith(searched)) continue;
      meanings.push({ word, likelihood: (0.6 * searched.length) / word.length });
    }
    if (isTolerant) meanings.push(...this.#similar(searched, visits));
    return meanings.sort((a, b) => b.likelihood - a.likelihood).slice(0, maxMeanings);
  }

  /** Words with the same first letter, of which others are wrong: one of four, two of eight. */
  #similar(searched: string, visits: { left: number }): Meaning[] {
    const max = Math.min(2, Math.floor(searched.length / 4));
    const meanings: Meaning[] = [];
    if (max === 0) return meanings;
    for (const [start, words] of this.#wordsByStart) {
      if (start[0] !== searched[0]) continue;
      for (const word of words) {
        if (visits.left-- <= 0) return meanings;
        const wrong = wrongLetters(searched, word, max);
        if (wrong > 0 && wrong <= max) meanings.push({ word, likelihood: 0.4 / wrong });
      }
    }
    return meanings;
  }

  #newWord(word: string): number[] | null {
    if (this.#postings.size >= maxWords) return null;
    const postings: number[] = [];
    this.#postings.set(word, postings);
    const start = startOf(word);
    const words = this.#wordsByStart.get(start);
    if (words) words.add(word);
    else this.#wordsByStart.set(start, new Set([word]));
    return postings;
  }

  #dropWord(word: string): void {
    this.#postings.delete(word);
    const start = startOf(word);
    const words = this.#wordsByStart.get(start);
    words?.delete(word);
    if (words?.size === 0) this.#wordsByStart.delete(start);
  }
}

const startOf = (word: string) => word.slice(0, startLength);

/** Where an entry is among the postings of a word, or belongs: they are in the entries' order. */
function placeOf(entry: number, postings: readonly number[] | null): number {
  let [from, to] = [0, postings?.length ?? 0];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((postings?.[middle] ?? 0) >> weightBits < entry) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The words of an entry in their compared form, with what each counts there. */
function weightsOf(texts: readonly WeighedText[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { text, boost, usualLength } of texts) {
    const counts = new Map<string, number>();
    const words = wordsOf(text);
    for (const word of words.map(comparedForm)) counts.set(word, (counts.get(word) ?? 0) + 1);
    const saturation = 0.5 + (0.5 * words.length) / usualLength;
    for (const [word, count] of counts) {
      const weight = weightOfOne * boost * (count / (count + saturation));
      weights.set(word, (weights.get(word) ?? 0) + weight);
    }
  }
  weights.delete("");
  for (const [word, weight] of weights)
    weights.set(word, Math.min(maxWeight, Math.max(1, Math.round(weight))));
  return weights;
}
