import { expect, test } from "vitest";
import { runQuery } from "./evaluate";
import { Perspectives } from "./perspective";

const perspectives = new Perspectives();
const common = { _type: "post", _rev: "1", _createdAt: "2024", _updatedAt: "2024" };
const documents = [
  { _id: "a", ...common, title: "Old", list: [{ n: 1 }, { n: 2 }] },
  { _id: "b", ...common, title: "New", list: [{ n: 1 }, { n: 3 }] },
];
perspectives.apply(documents.map((after) => ({ id: after._id, after })));
const context = { identity: "me", projectId: "local", dataset: "production" };
const ask = (query: string): unknown =>
  JSON.parse(runQuery(() => perspectives.view("raw"), query, {}, context).json);

const pair = "*[_id == 'a'][0], *[_id == 'b'][0]";

test.each([
  ["title", true, false],
  ["(title, list)", true, false],
  ["(title, list, _id)", true, true],
  ["list[n == 1]", false, false],
  ["list[].n", true, false],
  ["anywhere(n == 3)", true, false],
  ["_type", false, false],
])("diff:: compares what the selector %s selects", (selector, any, only) => {
  expect(ask(`diff::changedAny(${pair}, ${selector})`)).toBe(any);
  expect(ask(`diff::changedOnly(${pair}, ${selector})`)).toBe(only);
});

test("diff:: accepts the current document and a subquery", () => {
  const query = `*[_type == "post"]{"changed": diff::changedAny(@, *[_id == "a"][0], title)}`;
  expect(ask(query)).toEqual([{ changed: false }, { changed: true }]);
});

test("a path matches a path", () => {
  expect(ask(`path("a.b") in path("a.*")`)).toBe(true);
  expect(ask(`path("b.b") in path("a.*")`)).toBe(false);
});

test("unique values contain one null", () => {
  expect(ask("array::unique([1, null, 1, null, 2])")).toEqual([1, null, 2]);
  expect(ask("array::unique(1)")).toBeNull();
});

test.each(["*{title} | score(n == 1)", "*[0] | score(n == 1)"])(
  "%s scores no documents",
  (query) => {
    expect(() => ask(query)).toThrow("score() takes documents");
  },
);
