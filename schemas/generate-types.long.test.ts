import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("the generated types and shapes are current", () => {
  const check = spawnSync("npm", ["run", "--silent", "generate", "--", "--check"], {
    encoding: "utf8",
  });
  expect(check.stderr).toBe("");
  expect(check.status).toBe(0);
}, 240_000);
