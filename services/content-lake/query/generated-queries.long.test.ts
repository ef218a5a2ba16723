import { evaluate, parse } from "groq-js";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Document } from "../document";
import { limits } from "../limits";
import { context, modes, write } from "../testing/evaluation";
import { runQuery } from "./evaluate";
import { optimizer } from "./optimizer";
import { parsePerspective, Perspectives } from "./perspective";

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
  const { json, dependencies } = runQuery(() => view, text, params, context);
  return { result: JSON.parse(json) as unknown, tags: dependencies.tags() };
}

afterEach(() => {
  optimizer.isOn = true;
});

describe.each(modes)("a query $mode the optimizer", ({ isOn }) => {
  const { followedByName } = limits;
  beforeEach(() => {
    optimizer.isOn = isOn;
  });
  afterEach(() => {
    limits.followedByName = followedByName;
  });

  test("has the result of groq-js over all documents, before and after writes, and its tags cover every write that changes it", async () => {
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
