import { expect, test } from "vitest";
import { parseUrl } from "./parse-url";

const han = (length: number) => "漢".repeat(length);

test.each([
  ["https://example.com/a?b#c", "https://example.com/a?b#c"],
  ["/blog/x", "https://site.example/blog/x"],
  ["//other.example/x", "https://other.example/x"],
  ["mailto:someone@example.com", "mailto:someone@example.com"],
  ["https://müller.example/ä", "https://xn--mller-kva.example/%C3%A4"],
  [`https://example.com/${han(3)}`, "https://example.com/%E6%BC%A2%E6%BC%A2%E6%BC%A2"],
])("%s is parsed as browsers do", (text, expected) => {
  expect(parseUrl(text, "https://site.example")?.href).toBe(expected);
});

test("so is a long path", () => {
  const path = `/${"a".repeat(1_000)}`;
  expect(parseUrl(path, "https://site.example")?.href).toBe(`https://site.example${path}`);
});

test.each([
  ["a text", "not a url"],
  ["a scheme alone", "https://"],
  ["a path of more than 2,000 characters", `https://example.com/${"a".repeat(2_000)}`],
  ["a long host", `https://${han(254)}.com/`],
  ["one without slashes", `https:${han(254)}.com`],
  ["one behind a tab and a line end", `https:\t//\n${han(254)}.com`],
  ["one behind backslashes", `https:\\\\${han(254)}.com`],
  ["one behind a user", `https://user@${han(254)}.com`],
])("%s is not", (_, text) => {
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
