import type { ChildProcess } from "node:child_process";
import { beatMilliseconds } from "./ipc-messages";

/** A child that let so many beats pass in silence is hung: half a minute. */
const maxSilentBeats = 6;

/**
 * Kills a child that no longer says that it is alive. Whoever is hung (stopped, or in a loop without end) does not exit
 * by itself, and nothing would take its place. Our own beats are counted, not the time: a laptop that slept, or a launcher
 * that was stopped, has slept together with its child.
 */
export function killWhenUnresponsive(child: ChildProcess, name: string): void {
  let silent = 0;
  child.on("message", () => (silent = 0));
  const watch = setInterval(() => {
    silent += 1;
    if (silent <= maxSilentBeats) return;
    clearInterval(watch);
    const seconds = (maxSilentBeats * beatMilliseconds) / 1000;
    console.error(`${name} has said nothing for ${seconds} seconds, is taken for hung and killed.`);
    child.kill("SIGKILL");
  }, beatMilliseconds).unref();
  child.once("exit", () => clearInterval(watch));
}
