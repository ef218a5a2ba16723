import { Worker } from "node:worker_threads";
import type { PictureText } from "../../../app/seo/open-graph/og-image-url";

/** Drawing takes a core for a moment: pictures are drawn one after another, and no more than so many wait. */
const maxWaiting = 20;

/** A picture takes a fraction of this, the start of the thread included. */
const maxMilliseconds = 10_000;

/** After so long without work the thread ends: it holds a layout engine, which most days need for a minute. */
const idleMilliseconds = 60_000;

/**
 * Draws pictures in a thread of its own, so that visitors are answered meanwhile. The thread is started when it is
 * needed, and anew after it died.
 */
export class OgImageWorkerClient {
  readonly #entry: URL;
  readonly #longest: number;
  readonly #inFlight = new Map<string, Promise<Buffer>>();
  #last: Promise<unknown> = Promise.resolve();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  /**
   * @param entry the compiled `picture-worker`
   * @param longest milliseconds that one picture may take
   */
  constructor(entry: URL, longest: number = maxMilliseconds) {
    this.#entry = entry;
    this.#longest = longest;
  }

  /**
   * Draws a picture. Whoever asks for the same one meanwhile gets the same.
   *
   * @returns a PNG.
   * @throws when too many wait, when it takes too long, and when the thread dies of it.
   */
  async draw(text: PictureText): Promise<Buffer> {
    const key = JSON.stringify(text);
    const drawing = this.#inFlight.get(key);
    if (drawing) return drawing;
    if (this.#inFlight.size >= maxWaiting) throw new Error("Too many pictures wait to be drawn.");
    const picture = this.#last
      .then(() => this.#drawNow(text))
      .finally(() => this.#inFlight.delete(key));
    this.#last = picture.catch(() => {});
    this.#inFlight.set(key, picture);
    return picture;
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#end(this.#worker);
  }

  #drawNow(text: PictureText): Promise<Buffer> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    return new Promise((drawn, failed) => {
      const late = setTimeout(() => this.#end(worker), this.#longest);
      const ended = () => {
        clearTimeout(late);
        failed(new Error("The thread that draws pictures ended."));
      };
      worker.once("exit", ended);
      worker.once("message", (png: Uint8Array) => {
        clearTimeout(late);
        worker.off("exit", ended);
        this.#idle = setTimeout(() => this.#end(worker), idleMilliseconds).unref();
        drawn(Buffer.from(png));
      });
      worker.postMessage(text);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { resourceLimits: { maxOldGenerationSizeMb: 128 } });
    // Nobody waits for it when the process ends.
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

  /** What is asked of a thread that is ending would get no answer. */
  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
  }
}
