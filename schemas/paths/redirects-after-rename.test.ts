import { describe, expect, test } from "vitest";
import { planRedirects } from "./redirects-after-rename";
import type { RedirectRule } from "./redirect-rules";

const rule = (from: string, to: string): RedirectRule => ({ id: `id:${from}`, from, to });

describe("a page that moves", () => {
  test("leaves a redirect behind", () => {
    expect(planRedirects("/blog/old", "/blog/new", [])).toEqual({
      write: { id: "redirect-blog--old", from: "/blog/old", to: "/blog/new", isNew: true },
      repoint: [],
      remove: [],
    });
  });

  test("updates the redirects to its old path, so that they take one step", () => {
    const redirects = [rule("/blog/older", "/blog/old#part"), rule("/x", "/y")];
    expect(planRedirects("/blog/old", "/blog/new", redirects).repoint).toEqual([
      { id: "id:/blog/older", to: "/blog/new#part" },
    ]);
  });

  test("changes the existing redirect", () => {
    expect(planRedirects("/a", "/b", [rule("/a", "/z")]).write).toEqual({
      ...rule("/a", "/b"),
      isNew: false,
    });
  });

  test("and returns to its old path causes no loop", () => {
    const once = [rule("/a", "/b")];
    expect(planRedirects("/b", "/a", once)).toEqual({
      write: { id: "redirect-b", from: "/b", to: "/a", isNew: true },
      repoint: [],
      remove: ["id:/a"],
    });
  });
});
