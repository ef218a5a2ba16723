import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** The children of a process, oldest first. */
export function processesOf(parent: number | undefined): number[] {
  // Debian's slim images have no ps, other systems no /proc.
  const listed = existsSync("/proc/self/task")
    ? readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8")
    : execFileSync("pgrep", ["-P", String(parent)], { encoding: "utf8" });
  return (listed.match(/\d+/g) ?? []).map(Number).sort((a, b) => a - b);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
