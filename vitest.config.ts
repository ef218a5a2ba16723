import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { findPostgres } from "./tests/contract/postgres-server";

/** What has to hold on a real server as well, where several connections work at the same time. */
const alsoOnPostgres = [
  "account-security",
  "administration",
  "administration-attacks",
  "administration-rules",
  "credits",
  "own-data",
  "plan-rules",
  "table-rules",
].map((name) => `tests/contract/${name}.test.ts`);

const onlyOnPostgres = "tests/contract/postgres-server.test.ts";

const resolve = { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } };
const common = { environment: "node", testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // The default leaves one core free, which on a machine with two is half of the speed.
    maxWorkers: "100%",
    projects: [
      {
        resolve,
        test: {
          ...common,
          name: "embedded",
          include: [
            "{app,schemas,server,services,supabase,studio,content}/**/*.test.{ts,tsx}",
            "tests/contract/**/*.test.ts",
          ],
          exclude: [...configDefaults.exclude, onlyOnPostgres],
          benchmark: { include: ["tests/bench/**/*.bench.ts"] },
        },
      },
      {
        resolve,
        test: {
          ...common,
          name: "postgres",
          include: [onlyOnPostgres, ...(findPostgres() ? alsoOnPostgres : [])],
          benchmark: { include: [] },
          globalSetup: "./tests/contract/postgres-server.ts",
        },
      },
    ],
  },
});
