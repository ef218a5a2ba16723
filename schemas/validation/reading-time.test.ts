import { expect, test } from "vitest";
import { countWords, minutesFor } from "./reading-time";

test("words are counted across the spans of a paragraph, and in paragraphs only", () => {
  const bold = { _type: "span", text: "mid", marks: ["strong"] };
  const rest = { _type: "span", text: "night  run.\nIt ends" };
  const body = [
    { _type: "block", children: [bold, rest] },
    { _type: "code", code: "not read in line" },
    { _type: "block", children: "half-written" },
  ];
  expect(countWords(body)).toBe(4);
  for (const nothing of [undefined, "text", []]) expect(countWords(nothing)).toBe(0);
});

test("every text takes at least a minute", () => {
  expect([0, 220, 221].map(minutesFor)).toEqual([1, 1, 2]);
});
