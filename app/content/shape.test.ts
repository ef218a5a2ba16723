import { expect, test } from "vitest";
import { inShape, type Shape } from "./shape";

const block: Shape = {
  fields: { _type: { literals: ["block"] }, text: "string", level: { oneOf: ["number", "null"] } },
};
const image: Shape = {
  fields: { _type: { literals: ["image"] }, alt: { oneOf: ["string", "null"] } },
};

test.each<[string, unknown, Shape, unknown]>([
  ["a value of its type stays", "text", "string", "text"],
  ["an object in place of a text is an empty text", { a: 1 }, "string", ""],
  ["where there may be none, it is null", { a: 1 }, { oneOf: ["string", "null"] }, null],
  ["a figure in place of a list is an empty list", 7, { list: "string" }, []],
  ["other members are left out of a list", ["a", null, {}, 1, "b"], { list: "string" }, ["a", "b"]],
  ["a text in place of a figure is null", "7", "number", null],
  ["a word that is none of those listed is null", "x", { literals: ["note", "tip"] }, null],
  ["what no type is known of stays", { a: [null] }, "any", { a: [null] }],
])("%s", (_name, value, shape, expected) => expect(inShape(value, shape)).toEqual(expected));

test("blocks are told apart by their type, and others are left out", () => {
  const blocks = [
    { _type: "block", text: {}, level: 2, other: "stays" },
    { _type: "image", alt: ["x"] },
    { _type: "script" },
    "text",
  ];
  expect(inShape(blocks, { list: { oneOf: [block, image] } })).toEqual([
    { _type: "block", text: "", level: 2, other: "stays" },
    { _type: "image", alt: null },
  ]);
});

test("fields that are missing are there without a value", () => {
  expect(inShape({ _type: "block" }, block)).toEqual({ _type: "block", text: "", level: null });
});
