import type { IncomingMessage, ServerResponse } from "node:http";
import type { SiteDoor } from "../../../app/account/session/site-door.server";
import { CachedPage, type RenderedPage } from "./cached-page";

/** Renders the page of a key for everybody, in the turn of a visitor's network, or in its own ("") ahead of visitors. */
export type Render = (key: string, network: string) => Promise<RenderedPage>;

const megabyte = 1_000_000;

/**
 * How much each kind of page may take. Pages that anybody could ask for in endless variants have shelves of their own,
 * so that a flood of them drives out only its like.
 */
const partitionSizes = {
  pages: 96 * megabyte,
  /** With parameters: a made-up category is a page too. */
  variants: 24 * megabyte,
  /** Pages that are not there. */
  missing: 8 * megabyte,
};

type Partition = keyof typeof partitionSizes;

/** How long an entry counts as fresh while nobody tells of edits. */
const unwatchedLifetime = 5_000;

/** A page that went out so often is worth the time to compress it well; most are changed, or left, before that. */
const wellUsed = 50;

/** Between an edit and the pages that are made anew ahead of visitors. */
const burstMilliseconds = 100;

/** So many pages are made anew at once after an edit, those first that were asked for last. */
const maxRefreshed = 100;

/**
 * Keeps pages that are the same for every visitor, rendered and compressed, until the content that they were made of
 * changes. One rendering serves everybody who waits for it. While a page cannot be rendered, its last version stands in.
 */
export class PageCache {
  readonly counts = { hit: 0, miss: 0, stale: 0 };
  /** How many pages were made, for visitors or ahead of them. */
  renderings = 0;
  readonly #partitions;
  readonly #render: Render;
  readonly #inFlight = new Map<string, Promise<CachedPage>>();
  readonly #toRefresh = new Set<string>();
  #refreshing = false;
  #shrinking: Promise<unknown> = Promise.resolve();

  constructor(
    { TaggedCache, onContentChange }: Pick<SiteDoor, "TaggedCache" | "onContentChange">,
    render: Render,
  ) {
    this.#render = render;
    const partition = (maxSize: number) =>
      new TaggedCache<CachedPage>({ maxSize, unwatchedLifetime });
    this.#partitions = {
      pages: partition(partitionSizes.pages),
      variants: partition(partitionSizes.variants),
      missing: partition(partitionSizes.missing),
    };
    const { pages, variants, missing } = this.#partitions;
    onContentChange((change) => {
      for (const each of [pages, variants, missing]) {
        if (change.type === "watched") each.watch(change.watched);
        else if (change.type === "everything") each.invalidateAll();
        else each.invalidate(change.tags);
      }
      if (change.type !== "watched") this.#refresh(pages.staleKeys(maxRefreshed));
    });
  }

  /** Whether a page is there, be it stale, or in flight: then one more request for it costs nothing. */
  knows(key: string): boolean {
    return this.#read(key) !== null || this.isInFlight(key);
  }

  /** Whether a page is being rendered as it is now: then one more request waits for the same rendering. */
  isInFlight(key: string): boolean {
    return this.#inFlight.has(`${this.#partitions.pages.currentEpoch()}\n${key}`);
  }

  /** Answers from memory; false when there is no fresh page under this key. */
  answer(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const kept = this.#read(key);
    if (!kept?.fresh) return false;
    this.counts.hit += 1;
    const page = kept.value;
    page.send(request, response, "hit");
    // A crowd that waited for it counts, but does not come by here.
    if (page.sent >= wellUsed && !page.shrunk) {
      page.shrunk = true;
      this.#shrink(page, () => this.#read(key)?.value === page);
    }
    return true;
  }

  /**
   * Renders a page that is not there, once for all who ask for it at this moment, keeps it and answers; with its last
   * version when it cannot be rendered now.
   *
   * @param network of the visitor
   * @throws what the rendering threw, when there is no last version.
   */
  async fill(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    network: string,
  ): Promise<void> {
    // A kept page brings headers of its own: its policy names its scripts.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    const started = performance.now();
    let made: CachedPage | null = null;
    let failure: unknown;
    try {
      made = await this.page(key, network);
    } catch (error) {
      failure = error;
    }
    const last = !made || made.status >= 500 ? this.#read(key)?.value : null;
    if (last) {
      this.counts.stale += 1;
      return last.send(request, response, "stale");
    }
    if (!made) throw failure;
    this.counts.miss += 1;
    const milliseconds = (performance.now() - started).toFixed(1);
    made.send(request, response, "miss", `render;dur=${milliseconds}`);
  }

  /** A page as it is now, from memory or made anew. Whoever asks while it is being made gets the same one. */
  async page(key: string, network = ""): Promise<CachedPage> {
    const kept = this.#read(key);
    if (kept?.fresh) return kept.value;
    // A page that was begun before an edit is not for who asks after it.
    const epoch = this.#partitions.pages.currentEpoch();
    const flightKey = `${epoch}\n${key}`;
    let page = this.#inFlight.get(flightKey);
    if (!page) {
      page = this.#make(key, network).finally(() => this.#inFlight.delete(flightKey));
      this.#inFlight.set(flightKey, page);
    }
    return page;
  }

  /** Answers with the last version of a page, fresh or not, when making a new one would cost too much. */
  answerWithLast(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const last = this.#read(key);
    if (!last) return false;
    this.counts.stale += 1;
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    last.value.send(request, response, "stale");
    return true;
  }

  /** Lets go of what was used least, for a process that runs out of memory. */
  giveBack(): void {
    for (const partition of Object.values(this.#partitions)) partition.halve();
  }

  /** What it holds, by shelf, for the metrics. */
  get sizes(): Record<Partition, { bytes: number; entries: number; evictions: number }> {
    const { pages, variants, missing } = this.#partitions;
    return { pages: pages.size, variants: variants.size, missing: missing.size };
  }

  #read(key: string) {
    if (key.includes("?")) return this.#partitions.variants.read(key);
    return this.#partitions.pages.read(key) ?? this.#partitions.missing.read(key);
  }

  async #make(key: string, network: string): Promise<CachedPage> {
    const { pages, variants, missing } = this.#partitions;
    // The three hear of the same changes: one count stands for all.
    const epoch = pages.currentEpoch();
    this.renderings += 1;
    const rendered = await this.#render(key, network);
    const page = await CachedPage.make(rendered);
    if (!rendered.shareable) return page;
    const found = rendered.status === 200;
    const partition = key.includes("?") ? variants : found ? pages : missing;
    if (partition !== pages) pages.delete(key);
    if (partition !== missing) missing.delete(key);
    const { tags, expiresAt } = rendered;
    partition.store(key, page, { epoch, tags, expiresAt, size: page.size });
    return page;
  }

  /** One at a time, and only what is still there: compressing well takes a whole core, which visitors may need. */
  #shrink(page: CachedPage, isKept: () => boolean): void {
    this.#shrinking = this.#shrinking
      .then(async () => {
        if (isKept()) await page.shrink();
      })
      // Without the memory for it the page stays as it is: no reason to end the process, or to leave the next as it is.
      .catch(() => {});
  }

  /** Makes pages anew before anybody asks, one after another, so that visitors who come meanwhile are not held up. */
  #refresh(keys: readonly string[]): void {
    for (const key of keys) this.#toRefresh.add(key);
    if (this.#refreshing) return;
    this.#refreshing = true;
    void (async () => {
      // Editors publish in bursts: what visitors need meanwhile, they bring about themselves.
      await new Promise((next) => setTimeout(next, burstMilliseconds));
      for (const key of this.#toRefresh) {
        this.#toRefresh.delete(key);
        // Who fails now is made when it is asked for: its last version stands in until then.
        await this.page(key).catch(() => {});
        // Visitors who wait for other pages come first.
        do await new Promise((next) => setTimeout(next, 2));
        while (this.#inFlight.size > 0);
      }
      this.#refreshing = false;
    })();
  }
}
