import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build, type Plugin } from "esbuild";

/** Vite's `?raw` imports, for esbuild, as the build of the processes has them. */
const rawFiles: Plugin = {
  name: "raw-files",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\?raw$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/\?raw$/, "")),
      namespace: "raw",
    }));
    onLoad({ filter: /.*/, namespace: "raw" }, async ({ path }) => ({
      contents: await readFile(path, "utf8"),
      loader: "text",
    }));
  },
};

/**
 * Compiles a module into one file, for processes and threads of its own.
 *
 * @param entry relative to the project
 */
export async function bundle(entry: string): Promise<{ file: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "bundle-"));
  await symlink(resolve("node_modules"), join(directory, "node_modules"));
  const file = join(directory, "bundle.mjs");
  await build({
    entryPoints: [resolve(entry)],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    plugins: [rawFiles],
  });
  return { file, remove: () => rm(directory, { recursive: true, force: true }) };
}
