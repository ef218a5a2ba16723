import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { parseFilter } from "../listen/filter";
import { limits } from "../limits";
import { runQuery } from "./evaluate";
import { isLookup, optimizer } from "./optimizer";
import { type Parameters, parseQuery } from "./parse";
import { Perspectives } from "./perspective";

const perspectives = new Perspectives();
const document = { _id: "a", _type: "post", _rev: "1", _createdAt: "2024", _updatedAt: "2024" };
perspectives.apply([{ id: "a", after: document }]);
const context = { identity: "me", projectId: "local", dataset: "production" };
const ask = (query: string, params: Parameters = {}): unknown =>
  JSON.parse(runQuery(() => perspectives.view("raw"), query, params, context).json);

const { response, queryList } = limits;
afterEach(() => {
  optimizer.isOn = true;
  Object.assign(limits, { response, queryList });
});

const doubled = (value: string, step: string, times = 24) =>
  `{"a": ${value}}${`{"a": ${step}}`.repeat(times)}`;
const text = doubled("$text", "a + a");
const list = doubled("[1, 2]", "[...a, ...a]");

const tooLong = "makes a text of more than 5000000 characters";
const tooMany = "makes a list of more than 1000000 elements";

test.each([
  ["a text added to itself", text, tooLong],
  ["its pieces", `${text}{"n": count(string::split(a, "a"))}`, tooLong],
  ["it in capitals", `${text}{"n": length(upper(a))}`, tooLong],
  ["it in a condition", `*[count(string::split(${text}.a, "a")) > 0]`, tooLong],
  ["it in a memoized order", `*[_type == "post"] | order(${text}.a)`, tooLong],
  ["it in a selector", `diff::changedAny({"b": [1]}, {"b": [1]}, b[${text}.a == "a"])`, tooLong],
  ["a list added to itself", doubled("[1, 2]", "a + a"), tooMany],
  ["memoized lists added", doubled("*[_type == 'post']", "a + a"), tooMany],
  ["a list spread twice", list, tooMany],
  ["a list spread behind a value", doubled("[1, 2]", "[0, ...a, 1, ...a]"), tooMany],
  ["a list flattened", doubled("[1, 2]", `[{"b": a}, {"b": a}].b[]`), tooMany],
  ["letters", `count(string::split(${doubled("$text", "a + a", 18)}.a, ""))`, tooMany],
  ["pieces", `count(string::split(${doubled("$text", "a + a", 18)}.a, "a"))`, tooMany],
  ["a list joined", `array::join(${doubled("[$text]", "a + a", 19)}.a, ",,")`, tooLong],
  ["a list joined by a text", `array::join([1, 2], ${text}.a)`, tooLong],
  ["blocks", `pt::text(${doubled("[$block]", "[a, a]", 30)}.a)`, tooLong],
  ["words", `"x" match ${doubled("[$text + $text]", "a + a", 19)}.a`, tooLong],
])("%s is refused when too long", (_, query, message) => {
  const block = { _type: "block", children: [{ _type: "span", text: "aaaaaaaa" }] };
  for (const isOn of [true, false]) {
    optimizer.isOn = isOn;
    expect(() => ask(query, { text: "aaaaaaaa", block })).toThrow(message);
  }
});

test("a long text is split at short ones only", () => {
  // The search would take until the test times out, in code that no time limit interrupts.
  const [z, i] = ["0", "I"].map((letter) => letter.repeat(400_000));
  const query = "count(string::split($i + $z, 'II*' + $z))";
  expect(() => ask(query, { z, i })).toThrow("one that is too long");
  expect(ask("count(string::split($i, 'II'))", { i })).toBe(200_001);
});

test.each(["[a, a]", '{"b": a, "c": a}'])("a result that repeats %s is refused", (step) => {
  limits.response = 1_000_000;
  expect(() => ask(doubled("[1, 2]", step, 40))).toThrow("larger than 1000000 characters");
});

test("the same operations work below the limit", () => {
  expect(ask(`${doubled("$text", "a + a", 2)}`, { text: "ab" })).toEqual({ a: "abababab" });
  expect(ask(`[...[1], 2, ...[3], 4] + [5]`)).toEqual([1, 2, 3, 4, 5]);
  expect(ask(`[{"b": [1, 2]}, {"b": [3]}, {"b": 4}].b[]`)).toEqual([1, 2, 3, null]);
  expect(ask(`[string::split("a,b", ","), array::join(["a", 1], "-"), pt::text([])]`)).toEqual([
    ["a", "b"],
    "a-1",
    null,
  ]);
  expect(ask(`dateTime("2024-01-01T00:00:00Z") + 60`)).toBe("2024-01-01T00:01:00Z");
  expect(ask(`["red car" match "car", {"a": 1} + {"b": 2}, 1 + null]`)).toEqual([
    true,
    { a: 1, b: 2 },
    null,
  ]);
});

test("each evaluation of an operation counts for itself", () => {
  const half = Array.from({ length: 600 }, (_, n) => n);
  limits.queryList = 1_000;
  expect(ask(`count($half[count($half[].n) + count([...$half, ...[1]]) > 0])`, { half })).toBe(600);
  expect(ask(`$half[].n[0]`, { half })).toHaveLength(600);
});

test("lists among the parameters are not added up while a query is parsed", () => {
  class Unaddable extends Array<unknown> {
    override concat(): never {
      throw new Error("It was added up");
    }
  }
  expect(() => parseQuery("[1][$list + $list]", { list: new Unaddable() })).not.toThrow();
  expect(ask("$list[0] + $object.n", { list: [1], object: { n: 2 } })).toBe(3);
});

test("a query has no more than a thousand parameters", () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, n]));
  expect(ask("$p999", many(1_000))).toBe(999);
  expect(() => ask("1", many(1_001))).toThrow("1000 parameters at most");
});

test("functions that call each other are not parsed to find out whether a query is a lookup", () => {
  const functions = Array.from({ length: 16 }, (_, n) => {
    const value = n === 0 ? "1" : `x::f${n - 1}(@)`;
    return `fn x::f${n}($a) = $a{"x": ${value}, "y": ${value}};`;
  });
  expect(isLookup(perspectives.view("raw"), `${functions.join("")}x::f15(*[_id == "a"])`, {})).toBe(
    false,
  );
});

test("a listener's filter that makes too long a text matches nothing", () => {
  const filter = parseFilter(
    `*[count(string::split(${text}.a, "a")) > 0]`,
    { text: "aaaaaaaa" },
    context,
  );
  const view = { get: () => undefined, all: () => [] };
  expect(filter.matches(document, view)).toBe(false);
  expect(parseFilter(`*["a" + "b" == "ab"]`, {}, context).matches(document, view)).toBe(true);
});

test("parameters are neither nested too deeply nor too many", () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  expect(ask("count($deep)", { deep: deep(90) })).toBe(1);
  expect(() => ask("1", { deep: deep(100) })).toThrow("nested deeper than 100 levels");
  expect(() => ask("1", { many: Array(1_000_000).fill(1) })).toThrow(
    "more than 1000000 values and characters",
  );
});

const value: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom("a", "a.a", `"ß,"`, "[1]", "1", "$text", "*", "@"),
    fc.tuple(tie("value"), tie("value")).map(([l, r]) => `(${l} + ${r})`),
    fc.tuple(tie("value"), tie("value")).map(([l, r]) => `[...${l}, ...${r}, ${l}]`),
    fc.tuple(tie("value"), tie("value")).map(([l, r]) => `string::split(${l}, ${r})`),
    fc.tuple(tie("value"), tie("value")).map(([l, r]) => `array::join(${l}, ${r})`),
    tie("value").map((inner) => `upper(${inner})`),
    tie("value").map((inner) => `pt::text(${inner})`),
    tie("value").map((inner) => `(${inner})[][]`),
    tie("value").map((inner) => `{"a": ${inner}, "b": ${inner}}`),
    tie("value").map((inner) => `string(${inner})`),
  ),
})).value;

test("whatever is repeated in whatever way ends in a result or a refusal", () => {
  fc.assert(
    fc.property(value, value, value, (start, step, end) => {
      const query = `${doubled(start, step)}{"a": ${end}}`;
      try {
        runQuery(() => perspectives.view("raw"), query, { text: "aaaaaaaa" }, context, 200);
      } catch (error) {
        expect(error).toMatchObject({ status: 400 });
      }
    }),
    { numRuns: 60 },
  );
});
