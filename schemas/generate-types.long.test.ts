import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("types and shapes are what the schemas and queries give", () => {
  const check = spawnSync(process.execPath, ["schemas/generate-types.js", "--check"], {
    encoding: "utf8",
  });
  expect(check.stderr).toBe("");
  expect(check.status).toBe(0);
}, 240_000);
