import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import type { DiskSpace } from "@platen/kit";
import { SharedTransforms, type Turn } from "./shared-transforms";

interface Entry {
  /** Bytes of content. */
  size: number;
  /** Milliseconds since the Unix epoch. */
  usedAt: number;
}

/**
 * Milliseconds between two notes on disk that an entry is in use: enough to preserve the order
 * across restarts.
 */
const noteInterval = 60 * 60 * 1000;

/**
 * A disk gives files whole blocks: counted by their content, ten million pictures of 47 bytes took
 * 59 GB.
 */
const blockSize = 4_096;

/**
 * More entries than a site has pictures in all their sizes: each is a name in memory, and a disk
 * access at startup.
 */
const maxEntries = 100_000;

const onDisk = (bytes: number) => Math.ceil(bytes / blockSize) * blockSize;

/**
 * Transformed pictures on disk: at most `limit` bytes, counted in whole blocks; the least recently
 * used go first. Equal requests at the same time share one computation. Losing an entry costs a
 * computation, so nothing is synced; but an entry is there whole or not at all, and the bytes of an
 * entry never change.
 */
export class DerivedCache {
  /** In the order of last use. */
  readonly #entries = new Map<string, Entry>();
  readonly #inFlight = new SharedTransforms<string | Buffer>();
  readonly #loaded: Promise<void>;
  #bytes = 0;
  readonly #directory: string;
  readonly #limit: number;
  readonly #space: DiskSpace;
  readonly #entryLimit: number;

  /**
   * @param limit bytes
   * @param entryLimit maximum number of cached entries, however small
   * @param space of the disk that the directory is on: what can be recomputed never takes the last
   *   of it
   */
  constructor(directory: string, limit: number, space: DiskSpace, entryLimit = maxEntries) {
    this.#directory = directory;
    this.#limit = limit;
    this.#space = space;
    this.#entryLimit = entryLimit;
    mkdirSync(directory, { recursive: true });
    this.#loaded = this.#load().catch((error: unknown) => {
      console.error("The transformed images of earlier runs could not be listed:", error);
    });
  }

  /**
   * What is called `key` (letters, digits and dashes): its file, once it is computed and cached.
   * Not its bytes: twenty HEAD requests a second for a picture of forty megabytes, which one
   * network may send, read it each time, and took gigabytes.
   *
   * @param turn in which it is computed, unless that of another requester comes before it
   * @returns the file's path; the bytes where they cannot be stored
   * @throws what the computation throws; nothing is cached then
   */
  async get(key: string, turn: Turn<Buffer>): Promise<string | Buffer> {
    await this.#loaded;
    const file = await this.#find(key);
    if (file) return file;
    const work = async () => {
      const bytes = await turn.work();
      return (await this.#keep(key, bytes)) ? this.#pathOf(key) : bytes;
    };
    return this.#inFlight.run(key, { ...turn, work });
  }

  #pathOf(key: string): string {
    return path.join(this.#directory, key.slice(0, 2), key);
  }

  async #find(key: string): Promise<string | null> {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    const file = this.#pathOf(key);
    const stats = await stat(file).catch(() => null);
    if (stats?.size === entry.size) {
      this.#use(key, entry);
      return file;
    }
    // Deleted, or truncated by a crash: it is computed again.
    this.#forget(key);
    return null;
  }

  #use(key: string, entry: Entry): void {
    const now = Date.now();
    if (now - entry.usedAt > noteInterval) {
      entry.usedAt = now;
      utimes(this.#pathOf(key), new Date(now), new Date(now)).catch(() => undefined);
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }

  #forget(key: string): void {
    this.#bytes -= onDisk(this.#entries.get(key)?.size ?? 0);
    this.#entries.delete(key);
  }

  /** @returns whether there is room for it */
  async #keep(key: string, bytes: Buffer): Promise<boolean> {
    if (onDisk(bytes.length) > this.#limit || !this.#space.allows(bytes.length)) return false;
    const destination = this.#pathOf(key);
    const temporary = path.join(this.#directory, `${randomUUID()}.tmp`);
    try {
      await mkdir(path.dirname(destination), { recursive: true });
      const file = await open(temporary, "wx", 0o600);
      try {
        await file.writeFile(bytes);
      } finally {
        await file.close();
      }
      await rename(temporary, destination);
    } catch (error) {
      // A full disk makes the service slower, not wrong.
      await rm(temporary, { force: true });
      console.error("A transformed image could not be cached:", error);
      return false;
    }
    this.#forget(key);
    this.#entries.set(key, { size: bytes.length, usedAt: Date.now() });
    this.#bytes += onDisk(bytes.length);
    await this.#evict();
    return true;
  }

  async #evict(): Promise<void> {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= this.#limit && this.#entries.size <= this.#entryLimit) return;
      this.#forget(key);
      await rm(this.#pathOf(key), { force: true });
    }
  }

  async #load(): Promise<void> {
    const found: Array<[string, Entry]> = [];
    for (const item of await readdir(this.#directory, { withFileTypes: true, recursive: true })) {
      const file = path.join(item.parentPath, item.name);
      if (!item.isFile()) continue;
      if (item.name.endsWith(".tmp")) await rm(file, { force: true });
      const stats = await stat(file).catch(() => undefined);
      if (stats) found.push([item.name, { size: stats.size, usedAt: stats.mtimeMs }]);
    }
    found.sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key, entry] of found) {
      this.#entries.set(key, entry);
      this.#bytes += onDisk(entry.size);
    }
    await this.#evict();
  }
}
