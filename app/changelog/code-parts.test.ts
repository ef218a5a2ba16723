import { expect, test } from "vitest";
import { codeParts } from "./code-parts";

const codeOf = (sentence: string) =>
  codeParts(sentence)
    .filter(({ code }) => code)
    .map(({ text }) => text);

test("paths and names with underscores become code", () => {
  expect(codeParts("/v2/fill-form accepts dates.")).toEqual([
    { text: "/v2/fill-form", code: true },
    { text: " accepts dates.", code: false },
  ]);
  expect(codeOf("With tracking_enabled, /v1/qr/smart counts.")).toEqual([
    "tracking_enabled",
    "/v1/qr/smart",
  ]);
});

test("everything else stays text, and nothing is lost", () => {
  const sentence = "v1 paths and/or dates such as 2025-10-15 stay; 24/7.";
  expect(codeParts(sentence)).toEqual([{ text: sentence, code: false }]);
  expect(codeParts("")).toEqual([]);
});

test("a sentence of thousands of names is cut at the first of them, and nothing is lost", () => {
  const sentence = "a_b ".repeat(5_000);
  const parts = codeParts(sentence);
  expect(parts).toHaveLength(15);
  expect(parts.map(({ text }) => text).join("")).toBe(sentence);
});
