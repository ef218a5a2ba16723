import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { build } from "esbuild";
import { rawFiles } from "../../server/build.js";

/** `npm run bench [NAME …]`: compiles the benchmarks and runs them one after the other, each in a process of its own. */
const wanted = process.argv.slice(2);
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.slice(0, -".bench.ts".length))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

for (const name of names) {
  const outfile = `build/bench/${name}.mjs`;
  await build({
    entryPoints: [`tests/bench/${name}.bench.ts`],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    plugins: [rawFiles],
  });
  const { status } = spawnSync(process.execPath, [outfile], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
