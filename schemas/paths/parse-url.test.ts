import { expect, test } from "vitest";
import { parseUrl } from "./parse-url";

const han = (length: number) => "漢".repeat(length);

test.each([
  ["https://example.com/a?b#c", "https://example.com/a?b#c"],
  ["/blog/x", "https://site.example/blog/x"],
  ["//other.example/x", "https://other.example/x"],
  ["mailto:someone@example.com", "mailto:someone@example.com"],
  ["https://müller.example/ä", "https://xn--mller-kva.example/%C3%A4"],
  [`/${"a".repeat(1_000)}`, `https://site.example/${"a".repeat(1_000)}`],
  [`https://example.com/${han(3)}`, "https://example.com/%E6%BC%A2%E6%BC%A2%E6%BC%A2"],
])("%.60s is parsed as browsers do", (text, expected) => {
  expect(parseUrl(text, "https://site.example")?.href).toBe(expected);
});

test.each([
  "not a url",
  "https://",
  `https://example.com/${"a".repeat(2_000)}`,
  `https://${han(254)}.com/`,
  `https:${han(254)}.com`,
  `https:\t//\n${han(254)}.com`,
  `https:\\\\${han(254)}.com`,
  `https://user@${han(254)}.com`,
])("%.60s is not", (text) => {
  expect(parseUrl(text)).toBeNull();
});

test("no text of a thousand shapes with a long host reaches the parser", () => {
  const before = ["", " ", "\t", "/", "\\", "//", "/\\", "///", "a@", "a:b@", ":", "%20"];
  const schemes = ["https:", "http:", "HTTPS:", "ws:", "", "x:", "ht\ntps:"];
  for (const scheme of schemes)
    for (const first of before)
      for (const second of before) {
        const text = `${scheme}${first}${second}${han(1_900)}.com`;
        const parsed = parseUrl(text, "https://site.example");
        expect(parsed?.host.length ?? 0, text.slice(0, 30)).toBeLessThan(300);
      }
});
