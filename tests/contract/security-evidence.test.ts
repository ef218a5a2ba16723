import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test.each(["docs/security.md", "docs/limits.md"])(
  "every file that %s names exists, with a unique name",
  (document) => {
    const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");
    const text = readFileSync(document, "utf8");
    const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|js))`/g)].map(([, name = ""]) => name);
    const wrong = [...new Set(named)].flatMap((name) => {
      const found = files.filter((file) => file === name || file.endsWith(`/${name}`));
      return found.length === 1 ? [] : [`${name}: ${found.length}`];
    });
    expect(wrong).toEqual([]);
    expect(named.length).toBeGreaterThan(60);
  },
);
