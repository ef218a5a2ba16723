import { expect, test } from "vitest";
import { parseExample } from "./parse-example";

test("JSON is parsed", () => {
  expect(parseExample('{"a": ["]", "\\"["], "b": {}}')).toEqual({ a: ["]", '"['], b: {} });
});

const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;

test.each(["", "{", "curl", deep, `{"a": "${"]".repeat(5_000)}", "b": ${deep}}`])(
  "%.20s is no example",
  (text) => {
    expect(parseExample(text)).toBeUndefined();
  },
);
