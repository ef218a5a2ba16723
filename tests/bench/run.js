import { spawnSync } from "node:child_process";

/**
 * `npm run bench`: the benchmarks whose names contain one of the arguments, or all.
 * `npm run bench -- compare REVISION`: this work tree beside another commit, in turn.
 */
const [name, revision] = process.argv.slice(2);
const isComparison = name === "compare";
if (isComparison && !revision) {
  console.error("Name the commit to compare with: npm run bench -- compare REVISION");
  process.exit(1);
}
const names = isComparison ? [name] : [...process.argv.slice(2), "--exclude=**/compare.bench.ts"];
const { status } = spawnSync(
  "npx",
  ["vitest", "bench", "--run", "--no-file-parallelism", ...names],
  {
    stdio: "inherit",
    env: { ...process.env, ...(isComparison && { COMPARE_WITH: revision }) },
  },
);
process.exitCode = status ?? 1;
