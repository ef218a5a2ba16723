import { describe, expect, test } from "vitest";
import { isPlain } from "./plain-text";

describe("a name that looks empty, or like another one, is refused", () => {
  test.each([
    ["a Hangul filler", "\u3164"],
    ["Hangul fillers of a syllable", "\u115f\u1160"],
    ["an empty braille cell", "\u2800"],
    ["a zero-width space", "a\u200bnn@example.com"],
    ["a soft hyphen", "Ann\u00ad Smith"],
    ["an Arabic letter mark", "\u061cAdmin"],
    ["tag characters", "Admin\u{e0041}\u{e0042}"],
    ["a word joiner", "Ad\u2060min"],
    ["a joiner between Latin letters", "Ad\u200dmin"],
    ["a joiner at the end", "Admin\u200c"],
    ["a joiner after a word that needs them", "می\u200c"],
    ["two joiners in a row", "می\u200c\u200cخواهم"],
    ["a joiner alone", "\u200d"],
    ["a variation selector after a letter", "Admin\ufe0f"],
    ["two variation selectors after an emoji", "❤\ufe0f\ufe0f"],
    ["a joiner after an emoji that joins nothing", "💻\u200d Ann"],
    ["a right-to-left override", "\u202enimdA"],
    ["two lines", "Ada\nAdmin"],
  ])("%s", (_what, name) => {
    expect(isPlain(name)).toBe(false);
  });
});

describe("a name is accepted with what its script or emoji needs", () => {
  test.each([
    ["Latin", "Zoë  O’Neill-Ångström"],
    ["Persian", "می\u200cخواهم علی\u200cرضا"],
    ["Hindi", "क्\u200dष क्\u200cष"],
    ["Bengali", "র\u200d্য"],
    ["Sinhala", "ශ්\u200dරී"],
    ["Korean", "김철수"],
    ["an emoji of several", "山田 👩\u200d💻 👩🏽\u200d🚀"],
    ["an emoji of several with variation selectors", "❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈"],
    ["a sign drawn as an emoji", "Ann ©\ufe0f ☂\ufe0e"],
  ])("%s", (_what, name) => {
    expect(isPlain(name)).toBe(true);
  });
});
