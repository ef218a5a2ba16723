import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";

const source = `
export function press(pages: number): number {
  if (pages === 0) throw new Error("Nothing to press");
  return pages;
}
`;

export interface BuiltScript {
  file: string;
  /** Line and column of the error in the built file. */
  built: { line: number; column: number };
  /** The location in the source, as logged. */
  place: string;
  remove(): Promise<void>;
}

/**
 * Compiles a script that throws, with its map beside it, as the build does.
 *
 * @param path where the built file goes, in its own folder
 */
export async function builtScript(path: string): Promise<BuiltScript> {
  const directory = await mkdtemp(join(tmpdir(), "built-script-"));
  const file = join(directory, path);
  const written = join(directory, "press.ts");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(written, source);
  await build({
    entryPoints: [written],
    outfile: file,
    minify: true,
    sourcemap: "external",
    format: "esm",
  });
  const code = await readFile(file, "utf8");
  return {
    file,
    built: { line: 1, column: code.indexOf("new Error") + 1 },
    place: `${relative(process.cwd(), written)}:3:26`,
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
