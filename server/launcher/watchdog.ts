import type { ChildProcess } from "node:child_process";
import { beatMilliseconds } from "../process/ipc-messages";

/** A ready child that misses this many heartbeats is hung: half a minute. */
const maxSilentBeats = 6;

/**
 * The same before it is ready: five minutes, because loading a large lake takes tens of seconds,
 * during which it sends none.
 */
export const maxStartBeats = 60;

/**
 * Kills a child that no longer sends heartbeats. A hung process (stopped, or in an endless loop)
 * does not exit on its own, and would never be replaced. Counts our own heartbeats instead of time:
 * while a laptop sleeps, or the launcher is suspended, launcher and child stop together.
 */
export function killWhenUnresponsive(
  child: ChildProcess,
  name: string,
  maxBeats = maxSilentBeats,
): void {
  let silent = 0;
  child.on("message", () => (silent = 0));
  const watch = setInterval(() => {
    silent += 1;
    if (silent <= maxBeats) return;
    clearInterval(watch);
    const seconds = (maxBeats * beatMilliseconds) / 1000;
    console.error(`${name} has not reported for ${seconds} seconds and is killed as hung.`);
    child.kill("SIGKILL");
  }, beatMilliseconds).unref();
  child.once("exit", () => clearInterval(watch));
}
