import { expect, test } from "vitest";
import { hasManyOpenBrackets, nestsTooDeep } from "./nesting";
import * as wire from "./wire";

test.each([
  ["lists", "[".repeat(1001), true],
  ["objects after white space", ` \n${'{"a":'.repeat(1001)}`, true],
  ["a level too many after a string with a quotation mark", `["\\"]",${"[".repeat(1000)}`, true],
  ["1,000 levels", "[".repeat(1000) + "]".repeat(1000), false],
  ["many lists beside each other", `[${"[],".repeat(5_000)}1]`, false],
  ["brackets in a string", JSON.stringify([`${"[".repeat(5_000)}"`]), false],
  ["a string of brackets", JSON.stringify("[".repeat(5_000)), false],
  ["prose with brackets", `See ${"[".repeat(5_000)}`, false],
])("of %s: %#", (_, json, expected) => {
  expect(nestsTooDeep(json)).toBe(expected);
  expect(nestsTooDeep(Buffer.from(json))).toBe(expected);
});

test("brackets of a statement count wherever they are", () => {
  expect(hasManyOpenBrackets(Buffer.from(`select '"', '${"[".repeat(1001)}'::jsonb`))).toBe(true);
  expect(hasManyOpenBrackets(Buffer.from("select '[1]'::jsonb"))).toBe(false);
});

const int16 = (value: number) => Buffer.of(value >> 8, value & 255);
const parameter = (text: string) => Buffer.concat([wire.int32(text.length), Buffer.from(text)]);

test("the parameters of a Bind message are told apart", () => {
  const texts = ["a", "", '["b"]'];
  const body = Buffer.concat([
    ...[Buffer.from("portal\0name\0"), int16(2), int16(0), int16(1), int16(4)],
    ...[parameter("a"), wire.int32(-1), parameter(""), parameter('["b"]'), int16(0)],
  ]);
  expect([...wire.parametersOf(body)].map(String)).toEqual(texts);
});

test.each([
  ["a length beyond its end", Buffer.concat([Buffer.of(0, 0, 0, 0, 0, 1), wire.int32(1_000)])],
  ["more parameters than it holds", Buffer.of(0, 0, 0, 0, 0xff, 0xff)],
  ["no end of a name", Buffer.from("abc")],
  ["nothing", Buffer.alloc(0)],
])("a Bind message with %s has those that are there", (_, body) => {
  expect([...wire.parametersOf(body)]).toEqual([]);
});
