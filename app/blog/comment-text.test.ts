import { expect, test } from "vitest";
import { commentParts } from "./comment-text";

test("links and code are found, and nothing else is more than text", () => {
  expect(commentParts("Try `merge` at https://a.example/x?y=1. <b>Bold</b> [a](b)")).toEqual([
    { kind: "text", text: "Try " },
    { kind: "code", text: "merge" },
    { kind: "text", text: " at " },
    { kind: "link", text: "https://a.example/x?y=1" },
    { kind: "text", text: ". <b>Bold</b> [a](b)" },
  ]);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "https://",
  "https://..",
  "http://[",
  "`` \n`",
  "<script>alert(1)</script>",
  "//a.example",
  "https://bank.example@evil.example",
  // What the parsers of Node and browsers read differently.
  "https://x.٣",
  "https://a.b%20c",
  "https://a..b",
])("%s is text", (text) => expectOnlyText(text));

test.each([
  ["of letters that are not ASCII", `https://${"漢".repeat(1_900)}.com`],
  ["with a label of 64 letters", `https://${"a".repeat(64)}.example`],
  ["of 260 letters", `https://${"a.".repeat(130)}example`],
])("a link to a host %s is text", (_, text) => expectOnlyText(text));

function expectOnlyText(text: string) {
  const parts = commentParts(text);
  expect(parts.map((part) => part.text).join("")).toBe(text);
  expect(parts.filter(({ kind }) => kind === "link")).toEqual([]);
}

test.each([
  "https://a.example",
  "http://A-b.example:8080#x",
  "https://xn--mller-kva.example/ä?q=漢",
])("%s is a link", (text) => {
  expect(commentParts(text)).toEqual([{ kind: "link", text }]);
});

test("a link within code is code", () => {
  expect(commentParts("`https://a.example`")).toEqual([
    { kind: "code", text: "https://a.example" },
  ]);
});

test("a link of signs is read in linear time", () => {
  // Quadratic work over this would take until the test times out.
  const text = `https://a.example/${".".repeat(1_000_000)}a`;
  expect(commentParts(text)).toEqual([{ kind: "link", text }]);
});
