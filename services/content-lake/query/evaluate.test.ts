import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isRecord } from "../document";
import { LakeError } from "../errors";
import { limits } from "../limits";
import { context, modes, write } from "../testing/evaluation";
import { runQuery } from "./evaluate";
import { optimizer } from "./optimizer";
import { Perspectives } from "./perspective";

afterEach(() => {
  optimizer.isOn = true;
  vi.restoreAllMocks();
});

const common = {
  _rev: "r",
  _createdAt: "2024-01-01T00:00:00Z",
  _updatedAt: "2024-01-01T00:00:00Z",
};
const posts = new Perspectives();
const names = ["a", "b", "c", "d", "e"];
posts.apply(names.map((id) => ({ id, after: { _id: id, _type: "post", ...common, n: 1 } })));
const ask = (text: string, given: Record<string, unknown> = {}) =>
  runQuery(() => posts.view("raw"), text, given, context);

describe("the result of a query", () => {
  test("names a type by one tag and a document by another, and all when nothing can be derived", () => {
    const ofType = ask("*[_type == 'post']").dependencies.tags();
    const ofId = ask("*[_id == 'a'][0]").dependencies.tags();
    expect(ofType).toHaveLength(1);
    expect(ofId).toHaveLength(1);
    expect(ofType).not.toEqual(ofId);
    expect(ask("*[n == 1]").dependencies.tags()).toEqual(["s1:all"]);
    expect(ask("*[_type == 'post' || n == 1]").dependencies.tags()).toEqual(["s1:all"]);
    for (const tag of [...ofType, ...ofId]) expect(tag).toMatch(/^s1:/);
  });

  test("names followed references one by one, and their type when there are many", () => {
    const world = new Perspectives();
    const put = (_id: string, _type: string, rest: object = {}) =>
      write(world, { _id, _type, ...common, ...rest }, false);
    for (let n = 0; n <= limits.followedByName + 1; n++) {
      put(`author-${n}`, "author");
      put(`post-${n}`, "post", { author: { _ref: `author-${n}` } });
    }
    const tagsFor = (text: string) =>
      runQuery(() => world.view("raw"), text, {}, context).dependencies.tags();
    const isHit = (tags: string[], written: string[]) => tags.some((tag) => written.includes(tag));
    const one = tagsFor("*[_id == 'post-1']{author->}");
    expect(isHit(one, put("author-1", "author", { n: 1 }))).toBe(true);
    expect(isHit(one, put("author-2", "author", { n: 1 }))).toBe(false);
    expect(isHit(one, put("post-1", "post", { author: { _ref: "author-2" } }))).toBe(true);
    const many = tagsFor("*[_type == 'post']{author->}");
    expect(many).toHaveLength(2);
    expect(isHit(many, put("author-2", "author", { n: 2 }))).toBe(true);
  });

  test("names all without the optimizer, which scans all", () => {
    optimizer.isOn = false;
    expect(ask("*[_id == 'a'][0]").dependencies.tags()).toEqual(["s1:all"]);
  });
});

describe.each(modes)("the result of a query $mode the optimizer", ({ isOn }) => {
  beforeEach(() => {
    optimizer.isOn = isOn;
  });

  function errorOf(text: string, given: Record<string, unknown> = {}): Record<string, unknown> {
    try {
      ask(text, given);
    } catch (error) {
      if (error instanceof LakeError && isRecord(error.body.error)) return error.body.error;
      throw error;
    }
    throw new Error("The query was answered.");
  }

  test("reports where a query ends unexpectedly", () => {
    expect(errorOf("*[_type == ")).toMatchObject({
      type: "queryParseError",
      query: "*[_type == ",
      start: 10,
      end: 11,
    });
  });

  test("is an error when a parameter is missing", () => {
    expect(errorOf("*[_type == $type]")).toMatchObject({
      type: "queryParseError",
      description: "param $type referenced, but not provided",
    });
  });

  test.each([
    ["*['$t' == $type || _type == $t]", 10, 15],
    ["// nothing()\n*[nothing(1)]", 15, 22],
    ["*['geo::distance' < geo::distance(a, b)]", 20, 33],
  ])("reports the position of what is missing in %s", (text, start, end) => {
    expect(errorOf(text)).toMatchObject({ type: "queryParseError", start, end });
  });

  test.each(["nothing::at(1)", "*[", "", "}"])("is an error of the query for %s", (text) => {
    expect(errorOf(text)).toHaveProperty("description");
  });

  test.each([
    ["*[text::query('a')]", "text::query()"],
    ["* | score(text::query('a'))", "text::query()"],
    ["*[geo::distance(a, b) < 1]", "geo::distance()"],
    ["*[defined(geo({}))]", "geo()"],
  ])("names what the lake does not support in %s", (text, name) => {
    expect(errorOf(text)).toMatchObject({
      type: "queryParseError",
      description: `${name} is not available in this content lake`,
    });
  });

  test("is an error even if it fails where the outcome was already clear", () => {
    const failing = "user::attributes()";
    for (const filter of [`false && ${failing}`, `true || ${failing}`, `n == 2 && ${failing}`]) {
      expect(errorOf(`*[${filter}]`)).toHaveProperty("description");
    }
  });

  test("distinguishes a datetime from its text", () => {
    const count = (instant: string) => ask(`count(*[_createdAt >= ${instant}])`).json;
    expect(count("'2024-01-01T00:00:00Z'")).toBe("5");
    expect(count("dateTime('2024-01-01T00:00:00Z')")).toBe("0");
  });

  test("is an error when the query is nested too deeply", () => {
    expect(errorOf(`${"(".repeat(100_000)}1${")".repeat(100_000)}`)).toHaveProperty("description");
  });

  test("is an error when the query would run too long", () => {
    vi.spyOn(limits, "computation", "get").mockReturnValue(300);
    const nested = (depth: number): string =>
      depth === 0 ? "1" : `$a[]{"x": ${nested(depth - 1)}}`;
    const a = Array.from({ length: 300 }, () => ({}));
    expect(errorOf(nested(6), { a })).toMatchObject({ type: "queryTimeoutError" });
    expect(ask("1 + 1").json).toBe("2");
  });

  test("returns dates and paths as strings", () => {
    expect(ask("dateTime('2024-01-01T00:00:00Z') + 60").json).toBe('"2024-01-01T00:01:00Z"');
    expect(ask("[path('a.**')]").json).toBe('["a.**"]');
  });

  test("accepts slices and indices from parameters", () => {
    expect(ask("*[_type == 'post'][$from...$to]._id", { from: 1, to: 3 }).json).toBe('["b","c"]');
    expect(ask("*[_type == 'post'][$i]._id", { i: 2 }).json).toBe('"c"');
  });
});
