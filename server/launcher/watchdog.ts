import type { ChildProcess } from "node:child_process";
import { beatMilliseconds } from "../process/ipc-messages";

/** A child that misses this many heartbeats is hung: half a minute. */
const maxSilentBeats = 6;

/**
 * Kills a child that no longer sends heartbeats. A hung process (stopped, or in an endless loop)
 * does not exit on its own, and would never be replaced. Counts our own heartbeats instead of time:
 * while a laptop sleeps, or the launcher is suspended, launcher and child stop together.
 */
export function killWhenUnresponsive(child: ChildProcess, name: string): void {
  let silent = 0;
  child.on("message", () => (silent = 0));
  const watch = setInterval(() => {
    silent += 1;
    if (silent <= maxSilentBeats) return;
    clearInterval(watch);
    const seconds = (maxSilentBeats * beatMilliseconds) / 1000;
    console.error(`${name} has not reported for ${seconds} seconds and is killed as hung.`);
    child.kill("SIGKILL");
  }, beatMilliseconds).unref();
  child.once("exit", () => clearInterval(watch));
}
