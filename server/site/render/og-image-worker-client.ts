import { Worker } from "node:worker_threads";
import { Mutex, SingleFlight } from "@platen/kit";
import type { PictureText } from "../../../app/seo/open-graph/og-image-url";

/**
 * Drawing takes a core for a short time: pictures are drawn one after another, and only this many
 * wait.
 */
const maxWaiting = 20;

/** A picture takes a fraction of this, including the start of the thread. */
const maxMilliseconds = 10_000;

/**
 * After this long without work the thread ends: it holds a layout engine, which is needed for a
 * minute on most days.
 */
const idleMilliseconds = 60_000;

/** The refusal of a picture that would have to wait for too many others. */
export class TooManyDrawings extends Error {}

/**
 * Draws pictures in a separate thread, so that the event loop stays free for visitors. The thread
 * is started when it is needed, and again after it died.
 */
export class OgImageWorkerClient {
  readonly #entry: URL;
  readonly #timeout: number;
  readonly #drawings = new SingleFlight<Buffer>();
  readonly #turns = new Mutex();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  /**
   * @param entry the compiled `og-image-worker`
   * @param timeout the maximum time of one picture, in milliseconds
   */
  constructor(entry: URL, timeout: number = maxMilliseconds) {
    this.#entry = entry;
    this.#timeout = timeout;
  }

  /**
   * Draws a picture. Concurrent requests for the same one share the result.
   *
   * @returns a PNG.
   * @throws TooManyDrawings when too many wait; otherwise on a timeout, and when the thread dies of
   * it.
   */
  async draw(text: PictureText): Promise<Buffer> {
    const key = JSON.stringify(text);
    if (!this.#drawings.has(key) && this.#drawings.size >= maxWaiting) {
      throw new TooManyDrawings("Too many pictures are waiting to be drawn.");
    }
    return this.#drawings.run(key, () => this.#turns.run(() => this.#drawNow(text)));
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#end(this.#worker);
  }

  #drawNow(text: PictureText): Promise<Buffer> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    return new Promise((drawn, failed) => {
      const timer = setTimeout(() => this.#end(worker), this.#timeout);
      const ended = () => {
        clearTimeout(timer);
        failed(new Error("The worker that draws link pictures ended."));
      };
      worker.once("exit", ended);
      worker.once("message", (png: Uint8Array) => {
        clearTimeout(timer);
        worker.off("exit", ended);
        this.#idle = setTimeout(() => this.#end(worker), idleMilliseconds).unref();
        drawn(Buffer.from(png));
      });
      worker.postMessage(text);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { resourceLimits: { maxOldGenerationSizeMb: 128 } });
    // It must not keep the process alive.
    worker.unref();
    worker.on("error", (error) => console.error("The thread that draws pictures failed:", error));
    worker.once("exit", () => this.#forget(worker));
    return worker;
  }

  #end(worker: Worker | undefined): void {
    if (!worker) return;
    this.#forget(worker);
    void worker.terminate();
  }

  /** A request to a thread that is ending would get no response. */
  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
  }
}
