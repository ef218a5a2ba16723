import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { SearchVersionsQueryResult } from "~/content/types.generated";
import type { ContentChange } from "~/content/reading/content-events.server";
import { searchEntries, type SearchDocument, type SearchEntry } from "./search-entries";
import type { SearchIndex } from "./search-index";

/** Where the index reads from. */
export interface SearchSource {
  /**
   * The versions of the documents from one place in their order to before another, and the sync
   * tags of the edits that change them.
   */
  versions(
    from: number,
    to: number,
  ): Promise<{ value: SearchVersionsQueryResult; tags: readonly string[] }>;
  documents(ids: readonly string[]): Promise<readonly SearchDocument[]>;
  /** Whether an error is about the documents that were read, and not about the lake. */
  isRefusal(error: unknown): boolean;
}

/** Limits of the index. */
export interface IndexBounds {
  documents: number;
  entries: number;
  /** Characters of all texts together; each has an equal share of them. */
  characters: number;
  /** Characters of one text. */
  entryCharacters: number;
}

/** Documents of one query: what it returns takes some milliseconds to parse. */
const portion = { versions: 2_000, documents: 10 };

/**
 * The maximum characters of all entries of one document, which are added in one step: a home page
 * that referenced one question a thousand times took twelve seconds.
 */
const documentCharacters = 200_000;

/** Milliseconds of work after which everyone else has a turn. */
const slice = 4;

/** Milliseconds after a refresh, and after one that failed, before the next one starts. */
const pause = { refreshed: 250, failed: 1_000 };

/** How long a search waits for an index that has never been complete, in milliseconds. */
const maxWait = 3_000;

/**
 * While edits are not reported, it counts as fresh for this many milliseconds, as the caches do.
 */
const unwatchedLifetime = 5_000;

/**
 * Keeps the search index up to date. Sync tags do not say which document an edit changed: after an
 * edit that may concern the index, the versions of all documents are compared with those in the
 * index, and documents whose version differs are read.
 */
export class IndexRefresh {
  readonly #index: SearchIndex;
  readonly #source: SearchSource;
  readonly #bounds: IndexBounds;
  #tags: ReadonlySet<string> = new Set();
  #isWatched = false;
  #isDue = false;
  #isRunning = false;
  #isReading = false;
  #isBuilt = false;
  #startedAt = -Infinity;
  #sliceStartedAt = -Infinity;
  #refreshing: Promise<boolean> = Promise.resolve(false);

  constructor(index: SearchIndex, source: SearchSource, bounds: IndexBounds) {
    this.#index = index;
    this.#source = source;
    this.#bounds = bounds;
  }

  /** Starts a refresh if a change of the lake's content may concern the index. */
  note(change: ContentChange): void {
    if (change.type === "watched") this.#isWatched = change.watched;
    else if (change.type === "everything" || this.#mayConcern(change.tags)) this.#start();
  }

  /**
   * Whether the index can be searched: it has been complete once. Waits for that a moment.
   */
  async isReady(): Promise<boolean> {
    const age = performance.now() - this.#startedAt;
    if (!this.#isBuilt || (!this.#isWatched && age > unwatchedLifetime)) this.#start();
    if (!this.#isBuilt)
      await Promise.race([this.#refreshing, sleep(maxWait, null, { ref: false })]);
    return this.#isBuilt;
  }

  /** An edit during a refresh may concern what that has read already. */
  #mayConcern(tags: readonly string[]): boolean {
    return this.#isReading || this.#tags.size === 0 || tags.some((tag) => this.#tags.has(tag));
  }

  #start(): void {
    this.#isDue = true;
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isDue) {
      this.#isDue = false;
      this.#refreshing = this.#attempt();
      const succeeded = await this.#refreshing;
      this.#isDue ||= !succeeded;
      await sleep(succeeded ? pause.refreshed : pause.failed, null, { ref: false });
    }
    this.#isRunning = false;
  }

  async #attempt(): Promise<boolean> {
    try {
      this.#startedAt = performance.now();
      this.#isReading = true;
      await this.#refresh();
      this.#isBuilt = true;
      return true;
    } catch (error) {
      console.error("The search index could not be refreshed.", error);
      return false;
    } finally {
      this.#isReading = false;
    }
  }

  async #refresh(): Promise<void> {
    const versions = await this.#readVersions();
    for (const id of this.#index.ids) {
      if (versions.has(id)) continue;
      this.#index.remove(id);
      await this.#turn();
    }
    const changed = [...versions.keys()].filter(
      (id) => versions.get(id) !== this.#index.versionOf(id),
    );
    for (let from = 0; from < changed.length; from += portion.documents) {
      const ids = changed.slice(from, from + portion.documents);
      await this.#put(ids, versions);
    }
  }

  /** The version of each document that the index has to contain, by its id. */
  async #readVersions(): Promise<Map<string, string>> {
    const versions = new Map<string, string>();
    const tags = new Set<string>();
    const { documents: max } = this.#bounds;
    for (let from = 0; from < max; from += portion.versions) {
      const to = Math.min(from + portion.versions, max);
      const read = await this.#source.versions(from, to);
      for (const tag of read.tags) tags.add(tag);
      for (const { _id, _rev, parts } of read.value)
        versions.set(_id, JSON.stringify([_rev, parts]));
      await nextTurn();
      if (read.value.length < to - from) break;
    }
    this.#tags = tags;
    return versions;
  }

  async #put(ids: readonly string[], versions: ReadonlyMap<string, string>): Promise<void> {
    const documents = await this.#read(ids);
    this.#sliceStartedAt = performance.now();
    const read = new Map(documents.map((document) => [document._id, document]));
    for (const id of ids) {
      const document = read.get(id);
      // Deleted in the meantime: its own edit starts the next refresh.
      if (!document) this.#index.remove(id);
      else this.#index.put(id, versions.get(id) ?? "", this.#entriesOf(document, versions.size));
      await this.#turn();
    }
  }

  /** One document that the lake does not give must not keep all others out of the index. */
  async #read(ids: readonly string[]): Promise<readonly SearchDocument[]> {
    try {
      return await this.#source.documents(ids);
    } catch (error) {
      if (!this.#source.isRefusal(error)) throw error;
      if (ids.length > 1) return (await Promise.all(ids.map((id) => this.#read([id])))).flat();
      console.error(`The document ${ids.join()} cannot be searched.`, error);
      return [];
    }
  }

  /** The document's entries, as many as there is room for, each with its share of characters. */
  #entriesOf(document: SearchDocument, documents: number): SearchEntry[] {
    const { entries, characters, entryCharacters } = this.#bounds;
    const left = Math.min(documentCharacters, Math.max(0, characters - this.#index.characters));
    const share = Math.min(entryCharacters, Math.floor(characters / documents), left);
    const room = Math.max(0, entries - this.#index.size);
    try {
      return withinCharacters(searchEntries(document, share).slice(0, room), left);
    } catch (error) {
      // One document must not keep all others out of the index. Its next edit is another attempt.
      console.error(`The document ${document._id} cannot be searched.`, error);
      return [];
    }
  }

  async #turn(): Promise<void> {
    if (performance.now() - this.#sliceStartedAt < slice) return;
    await nextTurn();
    this.#sliceStartedAt = performance.now();
  }
}

/** The entries with as much of their texts as there is room for. */
function withinCharacters(entries: readonly SearchEntry[], max: number): SearchEntry[] {
  let left = max;
  return entries.map((entry) => {
    const text = entry.text.slice(0, left);
    left -= text.length;
    return { ...entry, text };
  });
}
