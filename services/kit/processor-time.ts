import { openSync, readSync } from "node:fs";
import { PerformanceObserver } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * The time that the processor has spent on this thread, in milliseconds; on Linux it is exact. It
 * excludes time in which the process was stopped, or other programs had the processor. Elsewhere it
 * is the wall clock, because Node 20 provides only the processor time of the whole process, which
 * includes busy threads.
 */
export const processorTime: () => number = openClock() ?? (() => performance.now());

/**
 * https://docs.kernel.org/scheduler/sched-stats.html: the first number is the time on the
 * processor, in nanoseconds.
 */
function openClock(): (() => number) | undefined {
  const buffer = Buffer.alloc(64);
  try {
    // Opened once: reading it again takes some 3 µs, opening it ten times as much.
    const file = openSync("/proc/thread-self/schedstat", "r");
    const read = () => {
      // The kernel counts a running thread at each tick of its scheduler (some 4 ms), or when it
      // must know the time of the process. Without this, a user whose work starts a thread or wakes
      // another process was charged for what others had taken since the last tick.
      process.cpuUsage();
      const length = readSync(file, buffer, 0, buffer.length, 0);
      return Number.parseInt(buffer.toString("latin1", 0, length), 10) / 1e6;
    };
    // A kernel without these statistics reports 0.
    return read() > 0 ? read : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Node notifies an observer of a collection in the turn after it; `takeRecords` has what was not
 * delivered yet.
 */
const collections = new PerformanceObserver(() => {});
collections.observe({ entryTypes: ["gc"] });

/**
 * Milliseconds that garbage collections took in this turn of the event loop. Resolves in the next
 * one.
 */
export async function garbageCollectionTime(): Promise<number> {
  await nextTurn();
  return collections.takeRecords().reduce((sum, { duration }) => sum + duration, 0);
}
