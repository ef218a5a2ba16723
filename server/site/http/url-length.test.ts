import { expect, test } from "vitest";
import { isTooLong } from "./url-length";

const id = "0f3c1f4e-6a53-4d7c-9d3b-6f5f5c7a1b2c";

test.each([
  ["a page", `/blog?q=${"x".repeat(4_000)}`],
  ["a query", `/lake/v2024-01-01/data/query/production?query=${"%2A".repeat(3_900)}`],
  ["many documents", `/lake/v2024-01-01/data/doc/production/${Array(200).fill(id).join(",")}`],
  [
    "their history",
    `/lake/v2024-01-01/data/history/production/transactions/${`${id},`.repeat(50)}`,
  ],
  ["a file's name", `/lake/files/local/production/${"a".repeat(40)}.pdf/${"%C3%A4".repeat(60)}`],
  ["a download's name", `/lake/files/local/production/a.pdf?dl=${"%C3%A4".repeat(255)}`],
])("%s is accepted at its maximum length", (_, target) => {
  expect(isTooLong(target)).toBe(false);
});

test.each([
  ["a page", `/blog?q=${"x".repeat(4_096)}`],
  ["a query", `/lake/v2024-01-01/data/query/production?query=${"x".repeat(12_000)}`],
  ["escapes", `/lake/v${"%41".repeat(200)}`],
  ["escapes among ids", `/lake/v1/data/doc/production/${"%41".repeat(200)}`],
  ["a public path", `/lake/v1/data/live/events/${"x".repeat(500)}`],
])("%s is refused above its maximum length", (_, target) => {
  expect(isTooLong(target)).toBe(true);
});
