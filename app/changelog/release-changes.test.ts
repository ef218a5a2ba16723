import { describe, expect, test } from "vitest";
import { changesByType, type Change } from "./release-changes";

const change = (type: Change["type"], text: string): Change => ({ _key: text, type, text });

describe("the changes of a release", () => {
  test("are grouped by type, breaking changes first", () => {
    const grouped = changesByType([
      change("Fix", "a fix"),
      change("New", "something"),
      change("Breaking", "a break"),
      change("Improvement", "something better"),
      change("Security", "something safer"),
      change("New", "something else"),
    ]);
    expect(grouped.map(({ type }) => type)).toEqual([
      "Breaking",
      "Security",
      "New",
      "Improvement",
      "Fix",
    ]);
    expect(grouped[2]?.changes.map(({ text }) => text)).toEqual(["something", "something else"]);
  });

  test("have no group for a type that does not occur", () => {
    expect(changesByType([change("Fix", "a fix")]).map(({ type }) => type)).toEqual(["Fix"]);
    expect(changesByType([])).toEqual([]);
  });
});
