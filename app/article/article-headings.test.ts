import { expect, test } from "vitest";
import { articleHeadings } from "./article-headings";

const block = (_key: string, style: string | null, ...texts: (string | null)[]) => ({
  _key,
  style,
  children: texts.map((text, index) => ({
    _key: String(index),
    _type: "span",
    text,
    marks: null,
  })),
});

test("headings get anchors from their text, and duplicates get numbers", () => {
  expect(
    articleHeadings([
      block("a", "h2", "Über ", "PDF/A-2b: why?"),
      block("b", "normal", "Text"),
      block("c", "h3", "Why?"),
      block("d", "h2", "Why?"),
    ]),
  ).toEqual([
    { key: "a", anchor: "uber-pdf-a-2b-why", text: "Über PDF/A-2b: why?", level: 2 },
    { key: "c", anchor: "why", text: "Why?", level: 3 },
    { key: "d", anchor: "why-2", text: "Why?", level: 2 },
  ]);
});

test("an empty heading is left out, and one of symbols still gets an anchor", () => {
  expect(articleHeadings([block("a", "h2", null), block("b", "h2", " ")])).toEqual([]);
  expect(articleHeadings([block("c", "h4", "→")])[0]?.anchor).toBe("section");
  expect(articleHeadings([{ _key: "d", style: "h2", children: null }])).toEqual([]);
});

test("a heading of accents gets its anchor in a bounded time", () => {
  // Normalizing all of it would take until the test times out.
  const text = `a${"\u0301".repeat(500_000)}${"\u0316".repeat(500_000)}`;
  const [heading] = articleHeadings([block("h", "h2", text)]);
  expect(heading?.anchor).toBe("a");
});
