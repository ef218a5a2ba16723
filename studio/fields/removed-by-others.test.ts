import { expect, test } from "vitest";
import { PatchEvent, type FormPatch } from "sanity";
import { insertAgain, type List, putBack, removedItem } from "./removed-by-others";

const one = { _key: "one", heading: "One" };
const two = { _key: "two", heading: "Two" };
const heading = [{ _key: "two" }, "heading"];

/** A list with these items, in which the user writes into the heading of the second. */
function listOf(...value: { _key: string; heading: string }[]) {
  const patches: FormPatch[] = [];
  const list: List = {
    ...{ value, path: ["sections"], focusPath: heading },
    onChange: (patch) => void patches.push(...PatchEvent.from(patch).patches),
  };
  return { list, patches };
}

const removed = removedItem(listOf(one, two).list, listOf(one).list);

test("the item in which its user wrote is noticed once it is gone, and no other", () => {
  expect(removed).toEqual({ item: two, before: one, field: heading, shown: "Two" });
  expect(removedItem(listOf(one, two).list, listOf(two).list)).toBeNull();
  const onItsRow = { ...listOf(one, two).list, focusPath: [{ _key: "two" }] };
  expect(removedItem(onItsRow, listOf(one).list)).toBeNull();
});

/** A list of references, with the focus in the field in which the user chooses the second. */
function referencesOf(...value: { _key: string; _type: string; _ref?: string }[]): List {
  const focusPath = [{ _key: "two" }, "_ref"];
  return { value, path: ["plans"], focusPath, onChange: () => {} };
}

test("an item that was closed while it was empty is not offered", () => {
  const added = referencesOf({ _key: "two", _type: "reference" });
  expect(removedItem(added, referencesOf())).toBeNull();
  const cleared = referencesOf({ _key: "two", _type: "reference", _ref: "" });
  expect(removedItem(cleared, referencesOf())).toBeNull();
});

test("a reference comes back as it was, without what was typed into its search", () => {
  const plan = { _key: "two", _type: "reference", _ref: "plan-free" };
  const gone = removedItem(referencesOf(plan), referencesOf());
  expect(gone).toMatchObject({ item: plan, shown: null });
});

test("it comes back after the one before it, with what was typed on", () => {
  if (!removed) throw new Error("The removal was not noticed.");
  const { list, patches } = listOf(one);
  putBack(list, removed, " and more");
  expect(patches).toMatchObject([
    { type: "setIfMissing", value: [] },
    { type: "insert", position: "after", path: [{ _key: "one" }], items: [two] },
    { type: "set", path: heading, value: "Two and more" },
  ]);
});

test("where someone else has put it back, only the text in which its user wrote changes", () => {
  if (!removed) throw new Error("The removal was not noticed.");
  const { list, patches } = listOf(one, two);
  putBack(list, removed, " and more");
  expect(patches).toMatchObject([{ type: "set", path: heading, value: "Two and more" }]);
});

test("it comes first where the one before it is gone as well", () => {
  expect(insertAgain(listOf().list, { item: two, before: one })).toMatchObject([
    { type: "setIfMissing" },
    { type: "insert", position: "before", path: [0], items: [two] },
  ]);
});
