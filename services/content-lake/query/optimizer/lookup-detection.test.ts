import { describe, expect, test } from "vitest";
import { isLookup } from "./lookup-detection";
import { Perspectives } from "../perspective";

const times = { _createdAt: "2024-01-01T00:00:00.000Z", _updatedAt: "2024-01-01T00:00:00.000Z" };

const perspectives = new Perspectives();
perspectives.apply(
  Array.from({ length: 200 }, (_, n) => {
    const rest = { n, slug: { current: `post-${n}` }, group: `group-${n < 21 ? 1 : 2}` };
    const id = `post-${n}`;
    return { id, after: { _id: id, _type: "post", _rev: "r", ...times, ...rest } };
  }),
);

const ids = (count: number) => Array.from({ length: count }, (_, n) => `post-${n}`);
const params = {
  id: "post-1",
  slug: "post-1",
  three: ids(3),
  many: ids(21),
  none: null,
  nested: [["a"]],
};
const text = "a".repeat(1_001);
const isOne = (query: string) =>
  isLookup(perspectives.view("published"), query, {
    ...params,
    ...(query.includes("$text") ? { text } : {}),
  });

describe("a lookup:", () => {
  test.each([
    "*[_id == $id][0]",
    "*[_id in $three]{title}",
    "*[_type == 'post' && slug.current == $slug][0]",
    "*[slug.current == $slug][0]{title, 'author': author->name, tags[]->{title}}",
    "*[_type == 'post' && slug.current == $slug && !(_id in $three)] | order(n desc)[0...3]",
    "*[_type == 'post' && references($id)]{_id}",
    "*[_id == 'absent'][0]",
    "*[_id in ['post-1', 'post-2'] && n in [1, 2]]{title}",
    "count(*[_id == $id])",
    "{'page': *[_id == $id][0]{..., 'next': *[_id == 'post-2'][0].title}, 'nav': *[_id == 'nav'][0]}",
    "*[_id == $id][0]{body[]{..., markDefs[]{..., _type == 'link' => {'to': page->slug}}}}",
    "*[_id == $id][0]{'to': coalesce(select(n > 1 => a->b->c), 'none'), 'last': body[-1]}",
    "*[_id == $id][0].author->{name, posts[]->title}",
  ])("%s", (query) => expect(isOne(query)).toBe(true));
});

describe("not a lookup:", () => {
  test.each([
    ["all documents", "*[0]"],
    ["a type", "*[_type == 'post']{title}"],
    ["a filter without an index", "*[n == 1][0]"],
    ["a parameter that is not a string", "*[_type == 'post' && slug.current == $none]"],
    ["an alternative", "*[_id == $id || n == 1]"],
    ["many documents by id", "*[_id in $many]"],
    ["many documents by a string", "*[_type == 'post' && group == 'group-1']"],
    [
      "few documents for each of a few",
      "*[_id in $three]{'a': *[_id in $three]{'b': *[_id in $three]{'c': *[_id in $three]{'d': *[_id in $three]}}}}",
    ],
    ["all documents within a lookup", "*[_id == $id][0]{'all': count(*)}"],
    ["a type within a lookup", "*[_id == $id][0]{'related': *[_type == 'post']}"],
    ["a lookup for each element of an array", "*[_id == $id][0]{body[]{'x': *[_id == $id]}}"],
    ["arrays of all that an array refers to", "*[_id == $id][0]{a[]->{b[]{c}}}"],
    ["references of all that an array refers to", "*[_id == $id][0].a[]->b[]->c"],
    ["elements that refer to their surroundings", "*[_id == $id][0]{body[]{'x': ^.body}}"],
    ["a full-text search", "*[_id == $id && title match '*a*a*a*']"],
    ["a doubled array", "*[_id == $id][0]{'x': [...body, ...body]}"],
    ["a doubled document", "*[_id == $id][0]{'a': @, 'b': @}{'a': @, 'b': @}{'a': @, 'b': @}"],
    ["a score", "*[_id == $id] | score(title match 'a')"],
    ["no document", "count(lower('a'))"],
    ["a long parameter", "*[_id == $id && title == $text]"],
    ["twenty-one functions", `*[_id == $id][0]{"x": ${"lower(".repeat(21)}title${")".repeat(21)}}`],
    ["a list in a list", "*[_id == $id && title in $nested]"],
    ["a long text", `*[_id == $id]{${"title, ".repeat(400)}n}`],
  ])("%s", (_, query) => expect(isOne(query)).toBe(false));
});

test("a query with many parameters is not a lookup", () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`p${n}`, "a".repeat(600)]));
  expect(isLookup(perspectives.view("published"), "*[_id == $id]", { ...many, id: "a" })).toBe(
    false,
  );
});
