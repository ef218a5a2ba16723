import { evaluate, parse } from "groq-js";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { type Document, isRecord } from "../document";
import { LakeError } from "../errors";
import { limits } from "../limits";
import { diff } from "../mendoza";
import { type Change } from "../transaction";
import { tagsOf } from "./dependencies";
import { answer } from "./evaluate";
import { parsePerspective, Perspectives } from "./perspective";

const context = { identity: "me", projectId: "local", dataset: "production" };

const types = ["post", "author", "tag"];
const names = ["a", "b", "c", "d", "e"];

const reference = fc.oneof(
  fc.constantFrom(...names).map((name) => ({ _type: "reference", _ref: name })),
  fc.constantFrom(...names).map((name) => ({ _ref: name, _weak: true, of: { _ref: "a" } })),
);
const word = fc.constantFrom("red", "green", "blue", "");

/** A small domain, so that ids, types and words often collide. */
const document: fc.Arbitrary<Document> = fc.record(
  {
    _id: fc
      .tuple(fc.constantFrom("", "", "drafts.", "versions.r1."), fc.constantFrom(...names))
      .map(([prefix, name]) => prefix + name),
    _type: fc.constantFrom(...types),
    _rev: fc.constant("rev"),
    _createdAt: fc.constant("2024-01-01T00:00:00.000Z"),
    _updatedAt: fc.constant("2024-01-01T00:00:00.000Z"),
    n: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(null)),
    slug: fc.oneof(word, fc.record({ current: word }, { noNullPrototype: true }), fc.constant([])),
    author: fc.oneof(reference, fc.constant(undefined)),
    body: fc.oneof(
      fc.array(reference, { maxLength: 2 }).map((to) => ({ marks: [{ to }] })),
      fc.constantFrom({ _ref: 1, to: { _ref: "b" } }, { _ref: "", to: { _ref: "c" } }, undefined),
    ),
    tags: fc.array(fc.oneof(word, reference), { maxLength: 3 }),
  },
  { noNullPrototype: true },
);

const constant = fc.oneof(
  word.map((each) => JSON.stringify(each)),
  fc.constantFrom("1", "null", "true", "$word", "$n", "$none"),
);
const type = fc.constantFrom('"post"', '"author"', '"nothing"', "$type", "1", "null");
const id = fc.constantFrom('"a"', '"b"', '"drafts.a"', '"z"', "$id", "null", "n");

const condition: fc.Arbitrary<string> = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    type.map((each) => `_type == ${each}`),
    type.map((each) => `${each} == @._type`),
    fc.array(type, { maxLength: 3 }).map((each) => `_type in [${each.join(", ")}]`),
    fc.constantFrom("_type in $types", "_id in $ids", "!(_type == 'post')", "_type != 'tag'"),
    id.map((each) => `_id == ${each}`),
    fc.array(id, { maxLength: 3 }).map((each) => `_id in [${each.join(", ")}]`),
    constant.map((each) => `slug.current == ${each}`),
    constant.map((each) => `slug == ${each}`),
    constant.map((each) => `n == ${each}`),
    constant.map((each) => `${each} in tags`),
    id.map((each) => `references(${each})`),
    fc.tuple(id, id).map(([one, other]) => `references(${one}, [${other}, "c"])`),
    fc.tuple(type, id).map(([one, other]) => `_type == ${one} && references(${other})`),
    fc.constantFrom(
      "references($ids)",
      "references([])",
      "references($none)",
      "references($word, $id)",
      "references(^._id)",
      "_type == 'post' && references(^._id) && defined(author)",
      "_type in $types && references(^.author._ref)",
      "(references(^.slug.current))",
      "references(^.^._id)",
      "references(^.tags)",
      "references(^._id, $id)",
      "count(*[references(^._id)]) > 1",
      "count(*[_type == 'post' && references(^._id)]) > count(*[references(^.^._id)])",
      "_type == ^._type",
      "author->_type == 'author'",
      "defined(author->author->n)",
      "identity() == 'me'",
      "sanity::versionOf('a')",
      "slug.current match 're*'",
      "$word == ''",
      "$n == 1",
      "null",
      "defined($none)",
      "count(string::split(lower(slug.current), lower('RE'))) > 1",
      "count(tags[@ == lower('RED') || @ == $word]) > 0",
      "dateTime(_createdAt) < dateTime('2024-01-01T01:00:00+02:00')",
      "_createdAt < dateTime('2025-01-01T00:00:00Z')",
    ),
    tie("condition").map((inner) => `count(*[${inner}]) > 1`),
    tie("condition").map((inner) => `(${inner})`),
    tie("condition").map((inner) => `!(${inner})`),
    fc.tuple(tie("condition"), tie("condition")).map(([l, r]) => `${l} && ${r}`),
    fc.tuple(tie("condition"), tie("condition")).map(([l, r]) => `(${l} || ${r})`),
  ),
})).condition;

const set = fc.oneof(
  condition.map((inner) => `*[${inner}]`),
  fc.tuple(condition, condition).map(([l, r]) => `*[${l}][${r}]`),
  fc.constant("*"),
);
const list = fc.oneof(
  set,
  set.map((each) => `${each} | order(n desc, slug.current)`),
  set.map((each) => `${each} | order(author->n) [0...3]`),
  set.map((each) => `${each} | score(slug.current match "red")`),
);
const query = fc.oneof(
  list,
  list.map((each) => `${each}[0]`),
  list.map((each) => `${each}[$n]`),
  list.map((each) => `${each}._id`),
  list.map((each) => `count(${each})`),
  list.map((each) => `${each}{_id, "author": author->{n, "of": author->n}, "tags": tags[]->_id}`),
  fc.tuple(list, list).map(([l, r]) => `{"l": ${l}, "r": count(${r}), "same": ${l}}`),
  fc.tuple(list, set).map(([l, r]) => `${l}{_id, "others": ${r}._id, "me": ^._id}`),
  fc
    .tuple(list, condition)
    .map(([l, c]) => `${l}{_id, tags} | order(count(*[references(^._id) && ${c}]), _id)`),
  fc
    .tuple(list, condition)
    .map(
      ([l, c]) =>
        `${l}{"_id": tags, "of": *[references(^._id) || ${c}]{"back": *[references(^._id)]._id}}`,
    ),
  fc.tuple(list, set).map(([l, r]) => `[...${l}, select(count(${r}) > 1 => ${r}[0], "few")]`),
);

const params = {
  type: "post",
  types: ["author", "tag"],
  id: "b",
  ids: ["a", "c", "zz"],
  word: "red",
  n: 1,
  none: null,
};

const perspective = fc.constantFrom("raw", "published", "drafts", "r1,drafts");

/** The result of groq-js on the plain list of the perspective's documents. */
async function naive(perspectives: Perspectives, name: string, text: string): Promise<unknown> {
  const dataset = perspectives.view(parsePerspective(name)).all;
  const tree = parse(text, { params });
  const value = await evaluate(tree, {
    dataset,
    params,
    identity: context.identity,
    sanity: { projectId: context.projectId, dataset: context.dataset },
  });
  return JSON.parse(JSON.stringify(await value.get()) ?? "null");
}

function ours(perspectives: Perspectives, name: string, text: string) {
  const view = perspectives.view(parsePerspective(name));
  const { json, dependencies } = answer(() => view, text, params, context);
  return { result: JSON.parse(json) as unknown, tags: dependencies.tags() };
}

/**
 * Writes a document, or removes it when it exists with the same type, and returns the tags of the
 * change.
 */
function write(perspectives: Perspectives, next: Document, remove: boolean): string[] {
  const before = perspectives.raw.get(next._id);
  const after = remove ? undefined : next;
  perspectives.apply([{ id: next._id, after }]);
  const effects = { apply: diff(before, after), revert: diff(after, before) };
  const change: Change = { id: next._id, before, after, mutations: [], effects };
  return before || after ? [...tagsOf(change, perspectives)] : [];
}

describe("a query", () => {
  const { followedByName } = limits;
  afterEach(() => {
    limits.followedByName = followedByName;
  });

  test("answers as groq-js does over all documents, before and after writes, and its tags name every write that changes the answer", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { maxLength: 12 }),
        fc.array(query, { minLength: 1, maxLength: 3 }),
        perspective,
        fc.array(fc.tuple(document, fc.boolean()), { maxLength: 4 }),
        fc.constantFrom(1, 20),
        async (documents, queries, name, writes, followedByName) => {
          limits.followedByName = followedByName;
          const perspectives = new Perspectives();
          perspectives.apply(documents.map((after) => ({ id: after._id, after })));
          let answers = queries.map((text) => ours(perspectives, name, text));
          for (const [index, text] of queries.entries()) {
            expect(answers[index]?.result).toEqual(await naive(perspectives, name, text));
          }
          for (const [next, remove] of writes) {
            const written = new Set(write(perspectives, next, remove));
            const now = queries.map((text) => ours(perspectives, name, text));
            for (const [index, text] of queries.entries()) {
              const [before, after] = [answers[index], now[index]];
              expect(after?.result).toEqual(await naive(perspectives, name, text));
              if (JSON.stringify(before?.result) !== JSON.stringify(after?.result)) {
                expect(before?.tags.some((tag) => written.has(tag))).toBe(true);
              }
            }
            answers = now;
          }
        },
      ),
      { numRuns: 500 },
    );
  }, 120_000);
});

describe("the answer to a query", () => {
  const perspectives = new Perspectives();
  const common = {
    _rev: "r",
    _createdAt: "2024-01-01T00:00:00Z",
    _updatedAt: "2024-01-01T00:00:00Z",
  };
  perspectives.apply(
    names.map((id) => ({ id, after: { _id: id, _type: "post", ...common, n: 1 } })),
  );
  const view = perspectives.view("raw");
  const ask = (text: string, given: Record<string, unknown> = {}) =>
    answer(() => view, text, given, context);

  function errorOf(text: string, given: Record<string, unknown> = {}): Record<string, unknown> {
    try {
      ask(text, given);
    } catch (error) {
      if (error instanceof LakeError && isRecord(error.body.error)) return error.body.error;
      throw error;
    }
    throw new Error("The query was answered.");
  }

  test("names a type by one tag and a document by another, and all when nothing is proved", () => {
    const ofType = ask("*[_type == 'post']").dependencies.tags();
    const ofId = ask("*[_id == 'a'][0]").dependencies.tags();
    expect(ofType).toHaveLength(1);
    expect(ofId).toHaveLength(1);
    expect(ofType).not.toEqual(ofId);
    expect(ask("*[n == 1]").dependencies.tags()).toEqual(["s1:all"]);
    expect(ask("*[_type == 'post' || n == 1]").dependencies.tags()).toEqual(["s1:all"]);
    for (const tag of [...ofType, ...ofId]) expect(tag).toMatch(/^s1:/);
  });

  test("names what it followed references to one by one, and their type when they are many", () => {
    const world = new Perspectives();
    const put = (_id: string, _type: string, rest: object = {}) =>
      write(world, { _id, _type, ...common, ...rest }, false);
    for (let n = 0; n <= limits.followedByName + 1; n++) {
      put(`author-${n}`, "author");
      put(`post-${n}`, "post", { author: { _ref: `author-${n}` } });
    }
    const tagsFor = (text: string) =>
      answer(() => world.view("raw"), text, {}, context).dependencies.tags();
    const isHit = (tags: string[], written: string[]) => tags.some((tag) => written.includes(tag));
    const one = tagsFor("*[_id == 'post-1']{author->}");
    expect(isHit(one, put("author-1", "author", { n: 1 }))).toBe(true);
    expect(isHit(one, put("author-2", "author", { n: 1 }))).toBe(false);
    expect(isHit(one, put("post-1", "post", { author: { _ref: "author-2" } }))).toBe(true);
    const many = tagsFor("*[_type == 'post']{author->}");
    expect(many).toHaveLength(2);
    expect(isHit(many, put("author-2", "author", { n: 2 }))).toBe(true);
  });

  test("is told where a query breaks off", () => {
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
  ])("shows the place of what there is not in %s", (text, start, end) => {
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
  ])("names what the lake does not have in %s", (text, name) => {
    expect(errorOf(text)).toMatchObject({
      type: "queryParseError",
      description: `${name} is not available in this content lake`,
    });
  });

  test("is an error also when it fails where the outcome was clear before", () => {
    const failing = "user::attributes()";
    for (const filter of [`false && ${failing}`, `true || ${failing}`, `n == 2 && ${failing}`]) {
      expect(errorOf(`*[${filter}]`)).toHaveProperty("description");
    }
  });

  test("keeps a moment and its text apart", () => {
    const count = (moment: string) => ask(`count(*[_createdAt >= ${moment}])`).json;
    expect(count("'2024-01-01T00:00:00Z'")).toBe("5");
    expect(count("dateTime('2024-01-01T00:00:00Z')")).toBe("0");
  });

  test("is an error when the query is nested too deeply", () => {
    expect(errorOf(`${"(".repeat(100_000)}1${")".repeat(100_000)}`)).toHaveProperty("description");
  });

  test("is an error when the query would run for too long", () => {
    const nested = (depth: number): string =>
      depth === 0 ? "1" : `$a[]{"x": ${nested(depth - 1)}}`;
    const a = Array.from({ length: 300 }, () => ({}));
    expect(errorOf(nested(6), { a })).toMatchObject({ type: "queryTimeoutError" });
    expect(ask("1 + 1").json).toBe("2");
  });

  test("has dates and paths as strings", () => {
    expect(ask("dateTime('2024-01-01T00:00:00Z') + 60").json).toBe('"2024-01-01T00:01:00Z"');
    expect(ask("[path('a.**')]").json).toBe('["a.**"]');
  });

  test("knows slices and indices from parameters", () => {
    expect(ask("*[_type == 'post'][$from...$to]._id", { from: 1, to: 3 }).json).toBe('["b","c"]');
    expect(ask("*[_type == 'post'][$i]._id", { i: 2 }).json).toBe('"c"');
  });
});
