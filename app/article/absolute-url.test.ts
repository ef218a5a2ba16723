import { expect, test } from "vitest";
import { absoluteUrl } from "./absolute-url";

const origin = "https://site.example";

test.each([
  ["/blog/x", "https://site.example/blog/x"],
  ["https://other.example/x", "https://other.example/x"],
  ["mailto:someone@mail.example", "mailto:someone@mail.example"],
  ["javascript:alert(1)", null],
  ["/\\other.example", null],
  ["//other.example/x", null],
  ["https://", null],
  ["", null],
])("%s leads to %s for readers outside the site", (href, expected) => {
  expect(absoluteUrl(href, origin)).toBe(expected);
});

test("a link with an endless host is refused in a bounded time", () => {
  // Parsing it would take until the test times out.
  expect(absoluteUrl(`https://${"漢".repeat(1_000_000)}.com/`, origin)).toBeNull();
});
