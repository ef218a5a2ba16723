import { expect, test } from "vitest";
import { parseExample } from "./parse-example";

test("JSON is parsed", () => {
  expect(parseExample('{"a": ["]", "\\"["], "b": {}}')).toEqual({ a: ["]", '"['], b: {} });
});

const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;

test.each([
  ["nothing", ""],
  ["half an object", "{"],
  ["another language", "curl"],
  ["thousands of lists within each other", deep],
  ["the same behind a text of closing brackets", `{"a": "${"]".repeat(5_000)}", "b": ${deep}}`],
])("%s is no example", (_, text) => {
  expect(parseExample(text)).toBeUndefined();
});
