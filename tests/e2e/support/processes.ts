import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/**
 * The children of a process that are there to stay, oldest first: the launcher's housekeeping comes
 * and goes.
 */
export function processesOf(parent: number | undefined): number[] {
  // Debian's slim images have no ps, other systems no /proc.
  const listed = existsSync("/proc/self/task")
    ? readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8")
    : execFileSync("pgrep", ["-P", String(parent)], { encoding: "utf8" });
  return (listed.match(/\d+/g) ?? [])
    .map(Number)
    .filter((pid) => !commandOf(pid).includes("housekeeping-process"))
    .sort((a, b) => a - b);
}

/** The command of a process; "" when it has just ended. */
function commandOf(pid: number): string {
  try {
    return existsSync("/proc/self/task")
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
      : execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
