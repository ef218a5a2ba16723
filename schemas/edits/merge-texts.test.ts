import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeTexts } from "./merge-texts";

const base = "We print at night.";

describe("a text that two edits changed", () => {
  test("has both changes where they are apart", () => {
    expect(mergeTexts(base, "We print at night. Revised.", "Really: We print at night.")).toBe(
      "Really: We print at night. Revised.",
    );
    expect(mergeTexts(base, "We set at night.", "We print at dawn.")).toBe("We set at dawn.");
  });

  test("has one insertion behind the other where both are in the same place", () => {
    expect(mergeTexts(base, `${base} Revised.`, `${base} Draft.`)).toBe(
      "We print at night. Revised. Draft.",
    );
  });

  test("is not merged where both changed the same words", () => {
    expect(mergeTexts(base, "We print at noon.", "We print at dawn.")).toBeNull();
    expect(mergeTexts(base, "We print.", "We print at late night.")).toBeNull();
  });

  test("is not merged where it is one word: a date, a URL, an id", () => {
    expect(mergeTexts("2026-11-30", "2027-11-30", "2026-11-29")).toBeNull();
    expect(
      mergeTexts("https://a.example/b", "http://a.example/b", "https://a.example/c"),
    ).toBeNull();
  });

  test("has every insertion whole, wherever two are made", () => {
    const words = fc.lorem({ maxCount: 8 }).filter((text) => text.includes(" "));
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (text, a, b) => {
        const insert = (at: number, what: string) =>
          text.slice(0, at % (text.length + 1)) + what + text.slice(at % (text.length + 1));
        const merged = mergeTexts(text, insert(a, "[1]"), insert(b, "[2]"));
        expect(merged).toContain("[1]");
        expect(merged).toContain("[2]");
        expect(merged?.replace("[1]", "").replace("[2]", "")).toBe(text);
      }),
    );
  });
});
