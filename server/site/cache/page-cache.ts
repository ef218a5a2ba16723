import type { IncomingMessage, ServerResponse } from "node:http";
import { SingleFlight } from "@platen/kit";
import type { onContentChange as subscribe } from "~/content/reading/content-events.server";
import { TaggedCache } from "~/content/reading/tagged-cache";
import { CachedPage, type RenderedPage } from "./cached-page";
import { FailedRenderings } from "./failed-renderings";
import { RefreshQueue } from "./refresh-queue";
import { type Partition, partitionSizes } from "./partition-sizes";
import { oversize, StaleAllowance } from "./stale-allowance";
import { WaitingNetworks } from "./waiting-networks";
import { WellUsedPages } from "./well-used-pages";

/** Renders the page of a key for everyone, in the turns of the networks that wait for it. */
export type Render = (key: string, networks: WaitingNetworks) => Promise<RenderedPage>;

/** How long an entry counts as fresh while no edits are reported. */
const unwatchedLifetime = 5_000;

/** The pages that are rendered again right after an edit, those most recently requested first. */
const refreshed = { count: 100, bytes: oversize };

/**
 * Caches pages that are the same for every visitor, rendered and compressed, until the content that
 * they were made from changes. One rendering serves everyone who waits for it. While a page cannot
 * be rendered, its last version is served.
 */
export class PageCache {
  readonly counts = { hit: 0, miss: 0, stale: 0 };
  /** How many pages were rendered, for visitors or ahead of them. */
  renderings = 0;
  readonly #partitions;
  readonly #render: Render;
  readonly #inFlight = new SingleFlight<CachedPage>();
  /** The networks that wait for each rendering in flight. */
  readonly #waiting = new Map<string, WaitingNetworks>();
  readonly #refresh = new RefreshQueue({
    render: (key) => this.page(key),
    isRendering: () => this.#inFlight.size > 0,
    isDue: (key) => this.#stale.isDue(this.#read(key) ?? { age: Infinity }),
  });
  readonly #stale: StaleAllowance;
  readonly #wellUsed = new WellUsedPages();
  readonly #failures: FailedRenderings;
  /**
   * The last page that was not found. Anyone can make up URLs without limit, and all have one body.
   */
  #lastMissing: CachedPage | null = null;

  /**
   * @param onContentChange subscribes to the changes that make pages stale
   * @param elapsed a monotonic clock in milliseconds
   */
  constructor(
    render: Render,
    onContentChange: typeof subscribe,
    elapsed = () => performance.now(),
  ) {
    this.#render = render;
    this.#stale = new StaleAllowance(elapsed);
    this.#failures = new FailedRenderings(elapsed);
    const partition = (maxSize: number) =>
      new TaggedCache<CachedPage>({ maxSize, unwatchedLifetime, elapsed });
    this.#partitions = {
      pages: partition(partitionSizes.pages),
      variants: partition(partitionSizes.variants),
      missing: partition(partitionSizes.missing),
    };
    const { pages, variants, missing } = this.#partitions;
    onContentChange((change) => {
      this.#failures.forget();
      if (change.type === "tags") this.#stale.noteEdit();
      for (const each of [pages, variants, missing]) {
        if (change.type === "watched") each.watch(change.watched);
        else if (change.type === "everything") each.invalidateAll();
        else each.invalidate(change.tags);
      }
      if (change.type !== "watched") this.#refresh.add(pages.staleKeys(refreshed));
    });
  }

  /**
   * Whether one more request for a page costs nothing: it is cached or in flight. Pages that
   * editors made count even when they are stale, because each is rendered once after an edit.
   * Variants and missing pages do not: a network had hundreds that it had made up rendered after
   * each edit.
   */
  knows(key: string): boolean {
    if (this.isInFlight(key)) return true;
    const isPage = !key.includes("?") && this.#partitions.pages.read(key) !== null;
    return isPage || this.#read(key)?.fresh === true;
  }

  /**
   * Whether the page's current version is being rendered: then one more request waits for the same
   * rendering.
   */
  isInFlight(key: string): boolean {
    return this.#inFlight.has(`${this.#partitions.pages.currentEpoch()}\n${key}`);
  }

  /**
   * Responds from memory; false when there is no fresh page under this key, nor a stale one that is
   * allowed.
   */
  serve(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const cached = this.#read(key);
    if (!cached) return false;
    const { value: page, fresh, age } = cached;
    if (!fresh && !this.#stale.isServed({ size: page.size, age })) return false;
    this.counts.hit += 1;
    page.send(request, response, "hit");
    if (!key.includes("?")) this.#wellUsed.noteSent(page, () => this.#read(key)?.value === page);
    return true;
  }

  /**
   * Renders a page that is not cached, once for all concurrent requests, caches it and responds;
   * with its last version when it cannot be rendered now, or could not be a moment ago.
   *
   * @param network of the visitor
   * @returns false, without a response, when the page sets a cookie. It must be rendered for its
   *   visitor alone: otherwise everyone waiting for it got the same secret of a newly begun sign-in
   * @throws what the rendering threw, when there is no last version.
   */
  async fill(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    network: string,
  ): Promise<boolean> {
    if (this.#failures.isPaused(key) && this.serveStale(key, request, response)) return true;
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
      last.send(request, response, "stale");
      return true;
    }
    if (!made) throw failure;
    if (made.setsCookie) return false;
    this.counts.miss += 1;
    const milliseconds = (performance.now() - started).toFixed(1);
    made.send(request, response, "miss", `render;dur=${milliseconds}`);
    return true;
  }

  /**
   * A page's current version, from memory or a new rendering, which concurrent callers share; its
   * last version, when it could not be rendered a moment ago.
   */
  async page(key: string, network = ""): Promise<CachedPage> {
    const cached = this.#read(key);
    if (cached && (cached.fresh || this.#failures.isPaused(key))) return cached.value;
    // A rendering that started before an edit is not for callers that come after it.
    const epoch = this.#partitions.pages.currentEpoch();
    const renderingKey = `${epoch}\n${key}`;
    this.#waiting.get(renderingKey)?.add(network);
    return this.#inFlight.run(renderingKey, () => {
      const networks = new WaitingNetworks(network);
      this.#waiting.set(renderingKey, networks);
      return this.#attempt(key, networks).finally(() => this.#waiting.delete(renderingKey));
    });
  }

  /**
   * Responds with the last version of a page, fresh or not, when making a new one would cost too
   * much.
   */
  serveStale(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const last = this.#read(key);
    if (!last) return false;
    this.counts.stale += 1;
    last.value.send(request, response, "stale");
    return true;
  }

  /** Evicts what was used least, for a process that runs out of memory. */
  evictHalf(): void {
    for (const partition of Object.values(this.#partitions)) partition.halve();
  }

  /** What it holds, by partition, for the metrics. */
  get sizes(): Record<Partition, { bytes: number; entries: number; evictions: number }> {
    const { pages, variants, missing } = this.#partitions;
    return { pages: pages.size, variants: variants.size, missing: missing.size };
  }

  #read(key: string) {
    if (key.includes("?")) return this.#partitions.variants.read(key);
    return this.#partitions.pages.read(key) ?? this.#partitions.missing.read(key);
  }

  async #attempt(key: string, networks: WaitingNetworks): Promise<CachedPage> {
    let page: CachedPage | null = null;
    try {
      return (page = await this.#make(key, networks));
    } finally {
      if (page && page.status < 500) this.#failures.succeeded(key);
      // Anyone can make up paths: only what is cached is remembered.
      else if (this.#read(key)) this.#failures.failed(key);
    }
  }

  async #make(key: string, networks: WaitingNetworks): Promise<CachedPage> {
    const { pages, variants, missing } = this.#partitions;
    // All three receive the same invalidations, so one epoch stands for all.
    const epoch = pages.currentEpoch();
    this.renderings += 1;
    const rendered = await this.#render(key, networks);
    const isMissing = rendered.status === 404;
    const page = await CachedPage.make(rendered, isMissing ? this.#lastMissing : null);
    if (isMissing) this.#lastMissing = page;
    if (!rendered.shareable) {
      // Deleted or moved: requests for what is cached count against no limit, and under pressure
      // the deleted content was served.
      if (rendered.status < 500) for (const each of [pages, variants, missing]) each.delete(key);
      return page;
    }
    const found = rendered.status === 200;
    const partition = key.includes("?") ? variants : found ? pages : missing;
    if (partition !== pages) pages.delete(key);
    if (partition !== missing) missing.delete(key);
    const { tags, expiresAt } = rendered;
    partition.store(key, page, { epoch, tags, expiresAt, size: page.size });
    return page;
  }
}
