import type { ChildProcess } from "node:child_process";
import { beatMilliseconds } from "./ipc-messages";

/** A child that misses this many heartbeats is hung: half a minute. */
const maxSilentBeats = 6;

/**
 * Kills a child that no longer sends heartbeats. A hung process (stopped, or in an endless loop)
 * does not exit by itself, and would never be replaced. Counts our own heartbeats instead of time:
 * a laptop that slept, or a launcher that was stopped, has slept together with its child.
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
