import { expect, test } from "vitest";
import { mergeEdits } from "./merge-edits";

const block = (key: string, text: string) => ({ _key: key, _type: "block", text });
const base = {
  title: "Before",
  excerpt: "Wrong",
  seo: { title: "Before" },
  content: [block("a", "One"), block("b", "Two")],
};
const merge = (edit: object, correction: object) =>
  mergeEdits(base, { ...base, ...edit }, { ...base, _rev: "2", ...correction });

test("what an edit and a later correction have changed in different places is kept of both", () => {
  const edit = { title: "After", content: [block("a", "One"), block("b", "Second")] };
  const correction = { excerpt: "Right", content: [block("a", "First"), block("b", "Two")] };
  expect(merge(edit, correction)).toEqual({
    document: {
      ...{ _rev: "2", title: "After", excerpt: "Right", seo: { title: "Before" } },
      content: [block("a", "First"), block("b", "Second")],
    },
    conflicts: [],
  });
});

test("what both have changed differently is the edit's, and is named", () => {
  const { document, conflicts } = merge({ title: "After" }, { title: "Right" });
  expect(document).toMatchObject({ title: "After" });
  expect(conflicts).toEqual([["title"]]);
  expect(merge({ title: "Same" }, { title: "Same" }).conflicts).toEqual([]);
});

test("a field that the edit has emptied is empty, and one that it has added is there", () => {
  const { document, conflicts } = merge({ excerpt: undefined, note: "New" }, { title: "Right" });
  expect(conflicts).toEqual([]);
  expect(Object.keys(document)).not.toContain("excerpt");
  expect(document).toMatchObject({ title: "Right", note: "New" });
});

test("an edit of a part that is no longer there has its whole field, and is named", () => {
  const edit = { seo: { title: "After" }, content: [block("a", "One"), block("b", "Second")] };
  const { document, conflicts } = merge(edit, { seo: undefined, content: [block("a", "One")] });
  expect(document).toMatchObject(edit);
  expect(conflicts).toEqual([
    ["seo", "title"],
    ["content", { _key: "b" }, "text"],
  ]);
  const added = { seo: { title: "Before", description: "New" } };
  expect(merge(added, { seo: undefined }).conflicts).toEqual([["seo", "description"]]);
});

test("an edit of the prototype of all objects changes none", () => {
  const edit: object = JSON.parse('{ "seo": { "__proto__": { "polluted": true } } }');
  merge(edit, { title: "Right" });
  expect(Object.prototype).not.toHaveProperty("polluted");
});
