import type { ChildProcess } from "node:child_process";
import { url as debuggerUrl } from "node:inspector";
import { readChildMessage, type LauncherMessage, type ReadyMessage } from "../process/ipc-messages";
import { killWhenUnresponsive, maxStartBeats } from "./watchdog";

/** How long children may take to finish their work once asked to stop. */
const timeoutMilliseconds = 10_000;

/** A child that ran this long was healthy: when it stops, its replacement starts immediately. */
const healthyAfterMilliseconds = 60_000;

const maxBackOffMilliseconds = 30_000;

interface ChildOptions {
  name: string;
  /** @param isReplacement of a child that stopped */
  fork: (isReplacement: boolean) => ChildProcess;
  /** What the log says when a replacement starts. */
  replaced: string;
  onMessage?: (child: ChildProcess, message: unknown) => void;
  onStart?: (child: ChildProcess) => void;
  onStop?: (child: ChildProcess) => void;
}

/**
 * The launcher's children. One that stops after it became ready is replaced, with a growing pause
 * between attempts: a crash caused by a request must not stop the others. One that stops before
 * that is misconfigured and stops everything.
 */
export class ChildProcesses {
  /** In start order: later ones depend on earlier ones. */
  readonly #tiers: Set<ChildProcess>[] = [];
  readonly #names = new Map<ChildProcess, string>();
  #stopping: number | null = null;

  /** Starts identical children and waits until all of them are ready. */
  async start(options: ChildOptions, count = 1): Promise<ReadyMessage[]> {
    const tier = new Set<ChildProcess>();
    this.#tiers.push(tier);
    const startOne = () =>
      new Promise<ReadyMessage>((ready) => this.#startOne(options, tier, 0, ready));
    return Promise.all(Array.from({ length: count }, startOne));
  }

  /**
   * @param attempt how many children in a row stopped in this slot before they were healthy
   * @param onReady of the first that becomes ready; null for a replacement
   */
  #startOne(
    options: ChildOptions,
    tier: Set<ChildProcess>,
    attempt: number,
    onReady: ((message: ReadyMessage) => void) | null,
  ): void {
    const { name, fork, replaced, onMessage, onStart, onStop } = options;
    const child = fork(onReady === null);
    tier.add(child);
    this.#names.set(child, name);
    onStart?.(child);
    // A first start may take longer, to migrate much data for example, and an operator waits for
    // it.
    if (onReady === null && child.pid !== undefined && !debuggerUrl())
      killWhenUnresponsive(child, name, maxStartBeats);
    let reportedReason: string | null = null;
    let servesSince: number | null = null;
    child.on("message", (raw) => {
      const message = readChildMessage(raw);
      if (message?.type === "ready") {
        servesSince = performance.now();
        // At a breakpoint it is silent, too.
        if (!debuggerUrl()) killWhenUnresponsive(child, name);
        onReady?.(message);
      } else if (message?.type === "failed") reportedReason = message.reason;
      else if (message?.type !== "alive") onMessage?.(child, raw);
    });
    const ended = (end: string) => {
      tier.delete(child);
      this.#names.delete(child);
      onStop?.(child);
      if (this.#stopping !== null) return this.#stopNext();
      const description = reportedReason ?? `${name} ${end}`;
      const reason = description.replace(/\.$/, "");
      if (onReady && servesSince === null) {
        console.error(reportedReason ?? `${description}: stopping everything.`);
        return this.stop(1);
      }
      const wasHealthy =
        servesSince !== null && performance.now() - servesSince >= healthyAfterMilliseconds;
      const failures = wasHealthy ? 0 : attempt;
      const pause = backOff(failures);
      console.error(`${reason}: ${replaced}${pause > 0 ? ` In ${pause / 1_000} s.` : ""}`);
      setTimeout(() => {
        if (this.#stopping === null) this.#startOne(options, tier, failures + 1, null);
      }, pause);
    };
    child.once("exit", (code, signal) => ended(`stopped (${signal ?? `exit code ${code}`})`));
    // One that cannot be started, for lack of file descriptors for example, has no exit, and its
    // error would end the launcher.
    child.on("error", (error) => {
      if (child.pid === undefined) ended(`could not start (${error.message})`);
      else console.error(`${name}: ${error.message}`);
    });
  }

  /**
   * Stops the sites first, so that requests in flight can still reach the services, then the rest.
   */
  stop(exitCode: number): void {
    if (this.#stopping !== null) return;
    this.#stopping = exitCode;
    // A site waits for its requests in flight, and open Studios hold event streams indefinitely:
    // the lake ends those with a goodbye event.
    const goodbye: LauncherMessage = { type: "going-away" };
    for (const child of this.#names.keys()) child.send(goodbye, () => {});
    setTimeout(() => {
      for (const [child, name] of this.#names) {
        console.error(`${name} did not stop in time and was killed.`);
        child.kill("SIGKILL");
      }
    }, timeoutMilliseconds).unref();
    this.#stopNext();
  }

  #stopNext(): void {
    while (this.#tiers.at(-1)?.size === 0) this.#tiers.pop();
    const last = this.#tiers.at(-1);
    if (!last) process.exit(this.#stopping ?? 0);
    for (const child of last) child.kill("SIGTERM");
  }
}

/** How long to wait before the next child: none for the first, then 1, 2, 4 … 30 seconds. */
function backOff(failures: number): number {
  return failures === 0 ? 0 : Math.min(maxBackOffMilliseconds, 1_000 * 2 ** (failures - 1));
}
