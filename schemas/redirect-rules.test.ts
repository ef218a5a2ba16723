import { describe, expect, test } from "vitest";
import { planRedirects, troubleOf, type Way } from "./redirect-rules";

const way = (from: string, to: string): Way => ({ id: `id:${from}`, from, to });

describe("a redirect", () => {
  test("that leads to a page is valid", () => {
    expect(troubleOf(way("/a", "/b#top"), [way("/c", "/d")])).toBeNull();
    expect(troubleOf(way("/a", "https://elsewhere.example/a"), [])).toBeNull();
  });

  test("does not conflict with its own published version", () => {
    expect(troubleOf(way("/a", "/b"), [way("/a", "/c")])).toBeNull();
  });

  test("that leads back to its source is a loop", () => {
    expect(troubleOf(way("/a", "/a?x=1"), [])).toEqual({ trouble: "loop" });
    expect(troubleOf(way("/a", "/b"), [way("/b", "/a")])).toEqual({ trouble: "loop" });
    expect(troubleOf(way("/a", "/b"), [way("/b", "/c"), way("/c", "/b")])).toEqual({
      trouble: "loop",
    });
  });

  test("that leads to another redirect should lead to its destination", () => {
    const others = [way("/b", "/c"), way("/c", "/d#e")];
    expect(troubleOf(way("/a", "/b"), others)).toEqual({ trouble: "chain", end: "/d#e" });
  });
});

describe("a page that moves", () => {
  test("leaves a redirect behind", () => {
    expect(planRedirects("/blog/old", "/blog/new", [])).toEqual({
      write: { id: "redirect-blog--old", from: "/blog/old", to: "/blog/new", isNew: true },
      repoint: [],
      remove: [],
    });
  });

  test("updates the redirects to its old path, so that they take one step", () => {
    const redirects = [way("/blog/older", "/blog/old#part"), way("/x", "/y")];
    expect(planRedirects("/blog/old", "/blog/new", redirects).repoint).toEqual([
      { id: "id:/blog/older", to: "/blog/new#part" },
    ]);
  });

  test("changes the existing redirect", () => {
    expect(planRedirects("/a", "/b", [way("/a", "/z")]).write).toEqual({
      ...way("/a", "/b"),
      isNew: false,
    });
  });

  test("and returns to its old path causes no loop", () => {
    const once = [way("/a", "/b")];
    expect(planRedirects("/b", "/a", once)).toEqual({
      write: { id: "redirect-b", from: "/b", to: "/a", isNew: true },
      repoint: [],
      remove: ["id:/a"],
    });
  });
});
