/** How long pages wait after an edit before they are rendered ahead of visitors. */
const delayMilliseconds = 100;

const sleep = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds));

interface Renderings {
  /** Renders the page of a key. */
  render: (key: string) => Promise<unknown>;
  isRendering: () => boolean;
  /** Whether the page of a key is queued for rendering already. */
  isDue: (key: string) => boolean;
}

/**
 * Renders pages again ahead of requests, one after another, so that visitors who arrive in the
 * meantime are not delayed.
 */
export class RefreshQueue {
  readonly #keys = new Set<string>();
  readonly #renderings: Renderings;
  #running = false;

  constructor(renderings: Renderings) {
    this.#renderings = renderings;
  }

  add(keys: readonly string[]): void {
    for (const key of keys) this.#keys.add(key);
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#keys.size > 0) {
      // Editors publish in bursts: pages that visitors need in the meantime are rendered on
      // request.
      await sleep(delayMilliseconds);
      for (const key of this.#keys) {
        if (!this.#renderings.isDue(key)) continue;
        this.#keys.delete(key);
        // A page that fails now is rendered when it is requested: its last version is served until
        // then.
        await this.#renderings.render(key).catch(() => {});
        // Visitors who wait for other pages come first.
        do await sleep(2);
        while (this.#renderings.isRendering());
      }
    }
    this.#running = false;
  }
}
