import { describe, expect, test } from "vitest";
import { problemOf, type RedirectRule } from "./redirect-rules";

const rule = (from: string, to: string): RedirectRule => ({ id: `id:${from}`, from, to });

describe("a redirect", () => {
  test("that leads to a page is valid", () => {
    expect(problemOf(rule("/a", "/b#top"), [rule("/c", "/d")])).toBeNull();
    expect(problemOf(rule("/a", "https://elsewhere.example/a"), [])).toBeNull();
  });

  test("does not conflict with its own published version", () => {
    expect(problemOf(rule("/a", "/b"), [rule("/a", "/c")])).toBeNull();
  });

  test("that leads back to its source is a loop", () => {
    expect(problemOf(rule("/a", "/a?x=1"), [])).toEqual({ kind: "loop" });
    expect(problemOf(rule("/a", "/b"), [rule("/b", "/a")])).toEqual({ kind: "loop" });
    expect(problemOf(rule("/a", "/b/"), [rule("/b", "/a/")])).toEqual({ kind: "loop" });
    expect(problemOf(rule("/a", "/b"), [rule("/b", "/c"), rule("/c", "/b")])).toEqual({
      kind: "loop",
    });
  });

  test("that leads to another redirect should lead to its destination", () => {
    const others = [rule("/b", "/c"), rule("/c", "/d#e")];
    expect(problemOf(rule("/a", "/b"), others)).toEqual({ kind: "chain", end: "/d#e" });
  });
});
