import { readdirSync, readFileSync } from "node:fs";
import { processesOf } from "../e2e/support/processes";
import type { AttackedSite } from "../hostile/attacked-site";

/**
 * Milliseconds of CPU time that a process has used so far, in all its threads.
 * https://docs.kernel.org/scheduler/sched-stats.html
 */
export function processorOf(pid: number): number {
  return threadsOf(pid).reduce((total, thread) => {
    const [nanoseconds = "0"] = readThread(pid, thread).split(" ");
    return total + Number(nanoseconds) / 1e6;
  }, 0);
}

/** None of a process that has ended. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function readThread(pid: number, thread: string): string {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8");
  } catch {
    return "0"; // It has just ended.
  }
}

/** Resident memory of a process, in megabytes. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_000;
}

/**
 * The processes of a site by role; a process that the backend starts for a picture counts as the
 * backend's.
 */
export function processesOfSite({ processes }: AttackedSite) {
  const [, backend = 0, ...site] = processes;
  return { site, backend: [backend, ...processesOf(backend).filter((pid) => pid > 0)] };
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

export const processorOfAll = (pids: readonly number[]) => sum(pids.map(processorOf));

/** Resident memory in megabytes, by role. */
export const sizesOf = (groups: Record<string, number[]>): Record<string, number> =>
  Object.fromEntries(Object.entries(groups).map(([name, pids]) => [name, sum(pids.map(memoryOf))]));

/** Milliseconds of CPU time that all programs of the machine have used so far. */
export function busyOfMachine(): number {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  // In hundredths of a second.
  return (user + nice + system + irq + softirq) * 10;
}
