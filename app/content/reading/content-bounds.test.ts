import { expect, test } from "vitest";
import { bounds, withinBounds } from "./content-bounds";

const times = <Value>(count: number, make: (n: number) => Value) =>
  Array.from({ length: count }, (_, n) => make(n));

const span = (n: number) => ({ _type: "span", _key: `s${n}`, marks: ["strong"], text: `${n} ` });
const block = (n: number) => ({ _type: "block", _key: `b${n}`, children: [span(n)] });

test("what is usual stays as it is", () => {
  const post = {
    _id: "post",
    title: "Title",
    tags: ["a", "b"],
    views: 3,
    hidden: null,
    content: times(200, block),
  };
  expect(withinBounds([post, post])).toEqual([post, post]);
});

test("a list of documents keeps all of them", () => {
  const documents = times(10_000, (n) => ({ _id: String(n), _type: "post" }));
  expect(withinBounds(documents)).toHaveLength(10_000);
});

test("a text that is too long is cut, between two characters", () => {
  const name = "a".repeat(bounds.characters - 2) + "😀".repeat(9);
  expect(withinBounds({ name })).toEqual({ name: `${"a".repeat(bounds.characters - 2)}…` });
});

test("a text shows its first blocks, and a list its first entries", () => {
  const page = { content: times(bounds.entries + 1, block), tags: times(9_000, String) };
  expect(withinBounds(page)).toEqual({
    content: page.content.slice(0, bounds.entries),
    tags: page.tags.slice(0, bounds.entries),
  });
});

test("a paragraph of thousands of spans keeps its text", () => {
  const children = times(2_000, span);
  const bounded = JSON.stringify(withinBounds([{ _type: "block", children }]));
  expect(bounded.match(/"marks"/g)).toHaveLength(bounds.spans);
  expect(bounded).toContain("1999 ");
});

test("the line ends of a text count as entries, and are spaces beyond that", () => {
  const lines = (n: number) => ({
    ...block(n),
    children: [{ ...span(n), text: "a\n".repeat(2_000) }],
  });
  const shown = JSON.stringify(withinBounds({ content: times(3, lines) }));
  expect(shown.split("\\n").length - 1).toBeLessThan(bounds.innerEntries);
  expect(shown.match(/a/g)).toHaveLength(JSON.stringify(times(3, lines)).match(/a/g)?.length ?? 0);
});

test("the entries inside of a list are limited together", () => {
  const row = (n: number) => ({ _key: `r${n}`, cells: times(400, (cell) => `${n}:${cell}`) });
  const bounded = JSON.stringify(withinBounds({ rows: times(400, row) }));
  expect(bounded.match(/:\d+"/g)).toHaveLength(bounds.innerEntries);
});

test("a list has ten levels", () => {
  expect(withinBounds({ ...block(1), level: 3 })).toEqual({ ...block(1), level: 3 });
  expect(withinBounds({ ...block(1), level: 500 })).toEqual({ ...block(1), level: 10 });
  expect(withinBounds({ ...block(1), level: 0.002 })).toEqual({ ...block(1), level: 1 });
  expect(withinBounds({ ...block(1), level: 2.4 })).toEqual({ ...block(1), level: 2 });
});

test("the entries and texts of all documents of a result are limited together", () => {
  const changes = times(bounds.entries, (n) => ({ _key: `c${n}`, text: "t".repeat(1_000) }));
  const bounded = JSON.stringify(withinBounds(times(100, (n) => ({ _id: String(n), changes }))));
  expect(bounded.match(/"_id"/g)).toHaveLength(100);
  expect(bounded.match(/"_key"/g)).toHaveLength(bounds.allEntries);
  expect(bounded.match(/t+…?/g)?.join("").length).toBeLessThan(bounds.allCharacters * 1.6);
});

test("the documents that each section of a page shows are limited together", () => {
  const features = times(90, (n) => ({ _id: `f${n}`, title: "Merge" }));
  const sections = times(300, (n) => ({ _key: `s${n}`, features }));
  const bounded = JSON.stringify(withinBounds({ sections }));
  expect(bounded.match(/"_id"/g)).toHaveLength(bounds.allEntries - sections.length);
  expect(bounded.match(/"_key"/g)).toHaveLength(sections.length);
});

test("half of a character that is two code units is replaced, in fields and within texts", () => {
  expect(withinBounds({ version: "9.9\ud800", tags: ["\udc00a", "😀"] })).toEqual({
    version: "9.9\ufffd",
    tags: ["\ufffda", "😀"],
  });
});
