import type { ChildProcess } from "node:child_process";

/** Not at the start, which visitors wait for. */
const firstMilliseconds = 60_000;
const everyMilliseconds = 3_600_000;

/**
 * Runs the housekeeping process once an hour, one at a time. The launcher does it because it exists
 * once: there may be several site processes, and no backend where all services are hosted.
 *
 * @param run starts the process, which exits when it is done
 */
export function scheduleHousekeeping(run: () => ChildProcess): void {
  let current: ChildProcess | null = null;
  const start = () => {
    if (current) return;
    current = run();
    current.once("exit", () => (current = null));
    // Without file descriptors it cannot start: the next hour may have some.
    current.on("error", (error) => {
      console.error(`The housekeeping did not start: ${error.message}`);
      current = null;
    });
  };
  setTimeout(() => {
    start();
    setInterval(start, everyMilliseconds).unref();
  }, firstMilliseconds).unref();
}
