import { expect, test } from "vitest";
import { inShape, type Shape } from "./shape";

const block: Shape = {
  fields: { _type: { literals: ["block"] }, text: "string", level: { oneOf: ["number", "null"] } },
};
const image: Shape = {
  fields: { _type: { literals: ["image"] }, alt: { oneOf: ["string", "null"] } },
};

test.each<[string, unknown, Shape, unknown]>([
  ["a valid value stays", "text", "string", "text"],
  ["a string loses the character that HTML has not", "\u0000te\u0000xt", "string", "text"],
  ["an object in place of a string becomes an empty string", { a: 1 }, "string", ""],
  ["where null is allowed, it becomes null", { a: 1 }, { oneOf: ["string", "null"] }, null],
  ["a number in place of an array becomes an empty array", 7, { list: "string" }, []],
  [
    "invalid members are left out of an array",
    ["a", null, {}, 1, "b"],
    { list: "string" },
    ["a", "b"],
  ],
  ["a string in place of a number becomes null", "7", "number", null],
  [
    "of a union without types it is of the member in which it loses nothing",
    [
      { at: "x", closing: { day: "y" } },
      { at: "x", closing: null },
    ],
    {
      list: {
        oneOf: [
          { fields: { at: "string", closing: "null" } },
          { fields: { at: "string", closing: { fields: { day: "string" } } } },
        ],
      },
    },
    [
      { at: "x", closing: { day: "y" } },
      { at: "x", closing: null },
    ],
  ],
  ["an unlisted value becomes null", "x", { literals: ["note", "tip"] }, null],
  ["a value of unknown type stays", { a: [null] }, "any", { a: [null] }],
])("%s", (_name, value, shape, expected) => expect(inShape(value, shape)).toEqual(expected));

test("blocks are distinguished by type, and unknown ones are left out", () => {
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

test("missing fields become null", () => {
  expect(inShape({ _type: "block" }, block)).toEqual({ _type: "block", text: "", level: null });
});
