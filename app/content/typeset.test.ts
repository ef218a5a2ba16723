import { expect, test } from "vitest";
import { typeset, typesetText } from "./typeset";

test.each([
  [`It's "done", they say.`, "It’s “done”, they say."],
  [`("Merge" first)`, "(“Merge” first)"],
  [`The '90s' 'best' press`, "The ’90s’ ‘best’ press"],
  ["Mon-Fri, 9 AM - 5 PM", "Mon–Fri, 9\u00a0AM – 5\u00a0PM"],
  [
    "24 hr SLA, 5 min read, files up to 5 MB",
    "24\u00a0hr SLA, 5\u00a0min read, files up to 5\u00a0MB",
  ],
  ["And so on...", "And so on…"],
  ["One -- or two--or --force", "One—or two—or --force"],
  ["a well-merged PDF of 2025-06-16, 24/7", "a well-merged PDF of 2025-06-16, 24/7"],
  ["Already “set”, isn’t it – yes", "Already “set”, isn’t it – yes"],
])("%j becomes %j", (typed, set) => {
  expect(typesetText(typed)).toBe(set);
  // A result that is set again stays as it is.
  expect(typesetText(set)).toBe(set);
});

test("code, keys and what is compared stay as they are", () => {
  const result = {
    _id: "it's",
    title: "It's",
    slug: "it's",
    event: "It's",
    codeExample: { code: `-d '{"a": 1}'` },
    content: [
      { _type: "code", code: `"x"` },
      {
        _type: "block",
        children: [
          { text: `say "x"`, marks: [] },
          { text: `"x"`, marks: ["code"] },
        ],
      },
    ],
  };
  expect(typeset(result)).toEqual({
    ...result,
    title: "It’s",
    content: [
      { _type: "code", code: `"x"` },
      {
        _type: "block",
        children: [
          { text: "say “x”", marks: [] },
          { text: `"x"`, marks: ["code"] },
        ],
      },
    ],
  });
});
