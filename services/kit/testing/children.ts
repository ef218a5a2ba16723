import { type ChildProcess, spawn } from "node:child_process";
import { eventually } from "./eventually";
import { bundle } from "./bundle";

/**
 * Compiles a module to run it in processes of its own.
 *
 * @param entry relative to the project
 */
export async function spawnable(entry: string) {
  const { file, remove } = await bundle(entry);
  const started: ChildProcess[] = [];
  return {
    /** Starts one with these parameters. */
    start(...parameters: string[]) {
      const child = spawn(process.execPath, [file, ...parameters], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      started.push(child);
      let output = "";
      child.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()));
      const exited = new Promise<void>((done) => child.once("close", () => done()));
      return {
        pid: child.pid,
        lines: () => output.split("\n").slice(0, -1),
        /** Waits for a line that begins with this. */
        async waitForLine(text: string) {
          const line = () => output.split("\n").find((candidate) => candidate.startsWith(text));
          return eventually(() => {
            const found = line();
            if (found === undefined) throw new Error(`"${text}" is not among: ${output}`);
            return found;
          });
        },
        async kill() {
          child.kill("SIGKILL");
          await exited;
        },
      };
    },
    async remove() {
      for (const child of started) child.kill("SIGKILL");
      await remove();
    },
  };
}
