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

/** How often the clock of {@link watchOwnDelay} ticks, in milliseconds. */
const tick = 20;

/**
 * Watches how late this thread's own timer is: a machine that stands still for seconds, as a virtual
 * one does while its host is busy, holds up a visitor and the site alike, and no process of it was
 * ready to run meanwhile.
 *
 * @returns the milliseconds of delay until now
 */
export function watchOwnDelay() {
  let delay = 0;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    // What the timer is usually late by is no delay.
    if (now - last > 5 * tick) delay += now - last - tick;
    last = now;
  }, tick).unref();
  return () => delay;
}
