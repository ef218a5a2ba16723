import type { ChildProcess } from "node:child_process";
import { url as debuggerAddress } from "node:inspector";
import { readChildMessage, type ReadyMessage } from "./child-messages";
import { killWhenSilent } from "./hung-children";

/** How long children may take to finish what they are doing once asked to stop. */
const patienceMilliseconds = 10_000;

/** A process that stops again and again is not helped by starting it again: so often in a minute it is. */
const mostReplacements = 5;

interface ChildOptions {
  name: string;
  fork: () => ChildProcess;
  /** What is told when it stops and another takes its place; without it, what stops this child stops all. */
  replaced?: string;
  onMessage?: (child: ChildProcess, message: unknown) => void;
  onStart?: (child: ChildProcess) => void;
  onStop?: (child: ChildProcess) => void;
}

/** The launcher's children. The first that ends takes the others with it, unless another can take its place. */
export class Children {
  /** In the order in which they were started: who comes later stands on who came before. */
  readonly #tiers: Set<ChildProcess>[] = [];
  readonly #names = new Map<ChildProcess, string>();
  #replacements: number[] = [];
  #stopping: number | null = null;

  /** Starts children that are alike and waits until all of them say that they serve. */
  async start(options: ChildOptions, count = 1): Promise<ReadyMessage[]> {
    const tier = new Set<ChildProcess>();
    this.#tiers.push(tier);
    return Promise.all(Array.from({ length: count }, () => this.#startOne(options, tier)));
  }

  #startOne(options: ChildOptions, tier: Set<ChildProcess>): Promise<ReadyMessage> {
    const { name, fork, replaced, onMessage, onStart, onStop } = options;
    const child = fork();
    tier.add(child);
    this.#names.set(child, name);
    onStart?.(child);
    let reason: string | null = null;
    let serves = false;
    child.on("exit", (code, signal) => {
      tier.delete(child);
      this.#names.delete(child);
      onStop?.(child);
      if (this.#stopping !== null) return this.#stopNext();
      const how = `${name} stopped (${signal ?? `exit code ${code}`})`;
      if (replaced && serves && this.#mayReplace()) {
        console.error(`${how}: ${replaced}`);
        void this.#startOne(options, tier);
        return;
      }
      const again = replaced && serves ? " again and again" : "";
      console.error(reason ?? `${how}${again}: stopping everything.`);
      this.stop(1);
    });
    return new Promise((ready) => {
      child.on("message", (raw) => {
        const message = readChildMessage(raw);
        if (message?.type === "ready") {
          serves = true;
          // At a breakpoint it is silent, too.
          if (replaced && !debuggerAddress()) killWhenSilent(child, name);
          ready(message);
        } else if (message?.type === "failed") reason = message.reason;
        else if (message?.type !== "alive") onMessage?.(child, raw);
      });
    });
  }

  #mayReplace(): boolean {
    const now = performance.now();
    this.#replacements = this.#replacements.filter((at) => now - at < 60_000);
    return this.#replacements.push(now) <= mostReplacements;
  }

  /** Stops the sites first, so that what they are answering can still reach the services, then the rest. */
  stop(exitCode: number): void {
    if (this.#stopping !== null) return;
    this.#stopping = exitCode;
    setTimeout(() => {
      for (const [child, name] of this.#names) {
        console.error(`${name} did not stop in time and was killed.`);
        child.kill("SIGKILL");
      }
    }, patienceMilliseconds).unref();
    this.#stopNext();
  }

  #stopNext(): void {
    while (this.#tiers.at(-1)?.size === 0) this.#tiers.pop();
    const last = this.#tiers.at(-1);
    if (!last) process.exit(this.#stopping ?? 0);
    for (const child of last) child.kill("SIGTERM");
  }
}
