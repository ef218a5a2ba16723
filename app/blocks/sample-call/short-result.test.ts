import { expect, test } from "vitest";
import { shortResult } from "./short-result";

test("a response is shown on one line, without its URL, and with its credits", () => {
  const example = `{
    "file_id": "f_7kq2",
    "url": "https://files.example/f_7kq2",
    "pages": 48,
    "credits_used": 1,
    "expires_at": "2025-06-16T09:30:00Z"
  }`;
  expect(shortResult(example)).toEqual({
    text: '{ "file_id": "f_7kq2", "pages": 48, "credits_used": 1 }',
    credits: 1,
  });
});

test.each([null, "", "[1]", '"text"', "{ broken"])("%j is not shown", (example) =>
  expect(shortResult(example)).toBeNull(),
);
