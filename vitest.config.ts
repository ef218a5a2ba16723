import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { alias } from "./import-aliases";
import { findPostgres } from "./tests/contract/support/postgres-server";

/** What has to hold on a real server as well, where several connections work at the same time. */
const alsoOnPostgres = [
  "administration-access",
  "administration-accounts",
  "administration-bulk",
  "administration-invalid-requests",
  "administration-lists",
  "administration-refusals",
  "administration-rules",
  "api-key-rules",
  "comment-moderation",
  "comment-threads",
  "comments",
  "credits",
  "credits-ledger",
  "likes",
  "own-data-deletion",
  "own-data-download",
  "own-sessions",
  "person-names",
  "plan-rules",
  "row-level-security",
  "transaction-timeout",
  "two-factor",
].map((name) => `tests/contract/${name}.test.ts`);

const onlyOnPostgres = "tests/contract/postgres-server.test.ts";

/**
 * They kill processes, fill disks, start tools or try thousands of inputs: `npm test` leaves them
 * to CI.
 */
const long = "**/*.long.test.ts";

const resolve = { alias };
const common = {
  environment: "node",
  // A timeout ends what hangs. A machine that is busy with other things may be ten times slower,
  // and a hook that is late fails its file.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  // A busy machine may be late for once, as in playwright.config.ts; the output names such a test.
  retry: process.env.CI ? 1 : 0,
};

const short = {
  ...common,
  // A thread begins in a third of the time of a process, for each of 150 files.
  pool: "threads" as const,
  exclude: [...configDefaults.exclude, onlyOnPostgres, long],
};

export default defineConfig({
  test: {
    // All cores, and one more on small machines: files wait for databases and time-outs a good part
    // of their time.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      {
        resolve,
        test: {
          ...short,
          name: "unit",
          // Files share the modules that they import, which take longer to load than to test: none
          // may leave a global or an environment variable changed.
          isolate: false,
          include: [
            "{app,domain,schemas,server,services,supabase,studio,content}/**/*.test.{ts,tsx}",
            "tests/*.test.ts",
          ],
          benchmark: { include: ["tests/bench/**/*.bench.ts"] },
        },
      },
      {
        resolve,
        test: {
          ...short,
          name: "contract",
          // A thread that is ended while its site reads a request ends all tests: Node aborts.
          pool: "forks" as const,
          isolate: false,
          setupFiles: "./tests/contract/support/fresh-modules.ts",
          include: ["tests/contract/**/*.test.ts"],
          benchmark: { include: [] },
        },
      },
      {
        resolve,
        test: {
          ...common,
          name: "long",
          include: [long],
          benchmark: { include: [] },
          // They start several processes each.
          testTimeout: 360_000,
        },
      },
      {
        resolve,
        test: {
          ...common,
          name: "hostile",
          include: ["tests/hostile/**/*.test.ts"],
          benchmark: { include: [] },
          // What was found once must not pass because it is not found again.
          retry: 0,
          testTimeout: 360_000,
          globalSetup: "./tests/hostile/start-site.ts",
          setupFiles: "./tests/hostile/oracles.ts",
          // One site, which is watched: what one file does to it must not be taken for another's.
          fileParallelism: false,
        },
      },
      {
        resolve,
        test: {
          ...common,
          name: "postgres",
          include: [onlyOnPostgres, ...(findPostgres() ? alsoOnPostgres : [])],
          benchmark: { include: [] },
          globalSetup: "./tests/contract/support/postgres-server.ts",
        },
      },
    ],
  },
});
