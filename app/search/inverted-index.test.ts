import { expect, test } from "vitest";
import { InvertedIndex, newSearchBudget } from "./inverted-index";

const words = Array.from(
  { length: 60 },
  (_, n) => `stamp${String.fromCharCode(97 + (n % 26))}${n}`,
);
const text = (content: string) => [{ text: content, boost: 1, usualLength: 400 }];

function indexOf(visits?: number) {
  const index = new InvertedIndex(visits);
  index.add(0, text(words.join(" ")));
  index.add(1, text("merge"));
  return index;
}
const found = (index: InvertedIndex, ...searched: string[]) =>
  index.find(searched, { isTolerant: true, needsAll: false }, 2);

test("a search looks at a limited number of words that begin like its own, or are similar", () => {
  expect(found(indexOf(), "stam").words.size).toBe(60);
  expect(found(indexOf(10), "stam").words.size).toBe(10);
  expect(found(indexOf(), "stampx10").words.size).toBeGreaterThan(15);
  expect(found(indexOf(10), "stampx10").words.size).toBeLessThanOrEqual(10);
});

test("its words share the number, and each finds itself in any case", () => {
  const index = indexOf(10);
  const { words: shared, scores } = found(index, "stam", "mer", "merge");
  expect(shared).toContain("merge");
  expect([...shared].filter((word) => word.startsWith("stam"))).toHaveLength(4);
  expect(scores[1]).toBeGreaterThan(0);
  expect(found(indexOf(0), "merge").words).toEqual(new Set(["merge"]));
});

test("a search looks at a limited number of postings, those of the rarest words first", () => {
  const index = new InvertedIndex();
  for (let entry = 0; entry < 50; entry += 1) index.add(entry, text("stampa1 stampb2 stampc3"));
  index.add(50, text("stampd4"));
  const attempt = { isTolerant: false, needsAll: true };
  const budget = newSearchBudget(110);
  const { words: looked } = index.find(["stamp"], attempt, 51, budget);
  expect(looked).toContain("stampd4");
  expect([looked.size, budget]).toEqual([3, { postings: 9, isUsedUp: true }]);
  const exact = index.find(["stampc3"], attempt, 51, newSearchBudget(50));
  expect(exact.words).toEqual(new Set(["stampc3"]));
});
