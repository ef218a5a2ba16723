import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import { AssetError, badRequest } from "./asset-error";
import { type ImageHeader, type ImageMetadata, type OptionalMetadata } from "./image-analysis";
import { type Made, type PictureWork } from "./picture-work";
import { type Transformation } from "./transform";

/** A task for a process: what to do with the file of a picture. */
export type Task = { path: string } & (
  | { kind: "transform"; transformation: Transformation }
  | { kind: "header" }
  | { kind: "describe"; wanted: ReadonlySet<OptionalMetadata> }
);

type Result = { bytes: Uint8Array } | { header: ImageHeader } | { metadata: ImageMetadata };

/**
 * A process's reply: the result, why the bytes or parameters cannot give one, or a fault of ours.
 */
export type Outcome = { milliseconds: number } & (
  Result | { refusal: string } | { failure: string }
);

/** Exit code of a process that exceeds its memory limit. */
export const memoryExitCode = 12;

/** An ordinary picture takes 30 ms; the costliest that editors may request took twelve seconds. */
const maxMilliseconds = 20_000;

/**
 * Room for a decoded picture of 80 million pixels, and for the same at the largest size that is
 * delivered.
 */
const memoryLimit = 900 * 1024 * 1024;

/** An idle process ends after this time: it holds some 80 MB. */
const idleMilliseconds = 30_000;

/** Lower than the site's and the backend's, so that pages are served before pictures are made. */
const priority = 10;

interface Settings {
  maxMilliseconds: number;
  memoryLimit: number;
}

/**
 * Decodes pictures in processes of their own, which are killed when a picture takes too long or too
 * much memory, or when nobody waits for it anymore: libvips cannot be interrupted everywhere (a
 * drawing's filters went on for minutes), and a thread that runs out of memory takes its process
 * with it. A process is started when needed and handles one picture at a time; callers bound how
 * many there are at once.
 */
export class TransformProcesses implements PictureWork {
  readonly #idle: Idle[] = [];
  readonly #all = new Set<ChildProcess>();
  readonly #entry: URL;
  readonly #settings: Settings;

  /** @param entry the compiled `transform-process` */
  constructor(entry: URL, settings: Settings = { maxMilliseconds, memoryLimit }) {
    this.#entry = entry;
    this.#settings = settings;
  }

  /**
   * @param path the original's file
   * @throws AssetError 400 when the original cannot be decoded or the picture takes more memory
   *   than there is for one, 503 when it takes too long
   */
  async transform(path: string, transformation: Transformation): Promise<Made> {
    const outcome = await this.#run({ kind: "transform", path, transformation });
    if (!("bytes" in outcome)) throw otherResult();
    return { bytes: Buffer.from(outcome.bytes), milliseconds: outcome.milliseconds };
  }

  /** Throws as `transform` does, and an AssetError 400 when the signal is aborted. */
  async readHeader(path: string, signal?: AbortSignal): Promise<ImageHeader> {
    const outcome = await this.#run({ kind: "header", path }, signal);
    if (!("header" in outcome)) throw otherResult();
    return outcome.header;
  }

  /** Throws as `readHeader` does. */
  async describe(
    path: string,
    wanted: ReadonlySet<OptionalMetadata>,
    signal?: AbortSignal,
  ): Promise<ImageMetadata> {
    const outcome = await this.#run({ kind: "describe", path, wanted }, signal);
    if (!("metadata" in outcome)) throw otherResult();
    return outcome.metadata;
  }

  close(): void {
    for (const child of this.#all) child.kill("SIGKILL");
  }

  async #run(task: Task, signal?: AbortSignal): Promise<Result & { milliseconds: number }> {
    if (signal?.aborted) throw cutOff();
    const child = this.#take();
    const outcome = await this.#ask(child, task, signal);
    this.#keep(child);
    if ("refusal" in outcome) throw badRequest(outcome.refusal);
    if ("failure" in outcome) throw new Error(outcome.failure);
    return outcome;
  }

  #ask(child: ChildProcess, task: Task, signal?: AbortSignal): Promise<Outcome> {
    return new Promise((answered, failed) => {
      let timedOut = false;
      const kill = () => child.kill("SIGKILL");
      const timeout = setTimeout(() => {
        timedOut = true;
        kill();
      }, this.#settings.maxMilliseconds);
      signal?.addEventListener("abort", kill);
      const settle = () => {
        clearTimeout(timeout);
        signal?.removeEventListener("abort", kill);
        child.off("exit", ended).off("error", failedToStart).off("message", take);
      };
      const ended = (code: number | null) => {
        settle();
        failed(signal?.aborted ? cutOff() : endOf(code, timedOut));
      };
      const failedToStart = () => ended(null);
      const take = (outcome: Outcome) => {
        settle();
        answered(outcome);
      };
      child.once("exit", ended).once("error", failedToStart).once("message", take);
      const { memoryLimit } = this.#settings;
      // A process that cannot receive messages is ending or has ended, which its events report.
      child.send({ task, memoryLimit }, (error) => error && kill());
    });
  }

  #take(): ChildProcess {
    const idle = this.#idle.pop();
    if (!idle) return this.#start();
    clearTimeout(idle.end);
    return idle.child;
  }

  #keep(child: ChildProcess): void {
    if (!child.connected) return;
    const end = setTimeout(() => child.kill("SIGKILL"), idleMilliseconds).unref();
    this.#idle.push({ child, end });
  }

  #start(): ChildProcess {
    const child = fork(this.#entry, { serialization: "advanced", execArgv: [] });
    this.#all.add(child);
    child.on("error", (error) => console.error("A process for pictures failed:", error));
    child.on("exit", () => this.#forget(child));
    // It must not keep the backend alive.
    child.unref();
    child.channel?.unref();
    if (child.pid !== undefined) setPriority(child.pid, priority);
    return child;
  }

  #forget(child: ChildProcess): void {
    this.#all.delete(child);
    const at = this.#idle.findIndex((idle) => idle.child === child);
    if (at >= 0) this.#idle.splice(at, 1);
  }
}

interface Idle {
  child: ChildProcess;
  end: NodeJS.Timeout;
}

const cutOff = () => badRequest("The upload was cut off.");

const otherResult = () => new Error("A process for pictures answered another task.");

function endOf(code: number | null, timedOut: boolean): AssetError {
  if (code === memoryExitCode) {
    return badRequest("The picture takes too much memory to process: ask for a smaller one.");
  }
  const why = timedOut ? "took too long to make" : "could not be made";
  return new AssetError(503, "overloaded", `The picture ${why}; try again later.`, {
    "Retry-After": "60",
  });
}
