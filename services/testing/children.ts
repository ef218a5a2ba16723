import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { vi } from "vitest";

/**
 * Bundles a module of text into one file, as the backend is, to run it in processes of its own.
 *
 * @param source TypeScript; imports are relative to this folder.
 */
export async function bundle(source: string) {
  const directory = await mkdtemp(join(tmpdir(), "pg-"));
  const outfile = join(directory, "child.mjs");
  await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outfile,
  });
  await symlink(resolve("node_modules"), join(directory, "node_modules"));
  const started: ChildProcess[] = [];
  return {
    directory,
    /** Starts it with these parameters. */
    start(...parameters: string[]) {
      const child = spawn(process.execPath, [outfile, ...parameters], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      started.push(child);
      let output = "";
      child.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()));
      const exited = new Promise<void>((done) => child.once("close", () => done()));
      return {
        pid: child.pid,
        lines: () => output.split("\n").slice(0, -1),
        exited,
        /** Waits for a line that begins with this. */
        async saying(text: string) {
          const line = () => output.split("\n").find((candidate) => candidate.startsWith(text));
          return vi.waitFor(
            () => {
              const found = line();
              if (found === undefined) throw new Error(`"${text}" is not among: ${output}`);
              return found;
            },
            { timeout: 60_000 },
          );
        },
        async kill() {
          child.kill("SIGKILL");
          await exited;
        },
      };
    },
    async remove() {
      for (const child of started) child.kill("SIGKILL");
      await rm(directory, { recursive: true, force: true });
    },
  };
}
