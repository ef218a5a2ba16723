import { existsSync, readFileSync } from "node:fs";

/**
 * Milliseconds for which processes were ready to run while others had the CPU: on a busy machine, a
 * visitor waits for those and not for the site. https://docs.kernel.org/scheduler/sched-stats.html
 *
 * @param {readonly number[]} processes
 */
export function starved(processes) {
  return processes.reduce((sum, pid) => {
    const file = `/proc/${pid}/schedstat`;
    return existsSync(file) ? sum + Number(readFileSync(file, "utf8").split(" ")[1]) / 1e6 : sum;
  }, 0);
}
