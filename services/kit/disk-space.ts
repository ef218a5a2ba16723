import { AsyncLocalStorage } from "node:async_hooks";
import { type StatsFs, statfsSync } from "node:fs";

/**
 * Postgres writes its write-ahead log in files of this size, and panics when there is no room for
 * the next one.
 */
const segment = 16 * 1024 * 1024;

/**
 * Bytes of the disk that must stay free for a write. Above the first floor every write is accepted;
 * between it and the second only those that keep users signed in, or free space; below that only
 * those that a start needs.
 */
export const floors = {
  ordinary: 8 * segment,
  reserve: 4 * segment,
  start: 2 * segment,
};

export type Floor = keyof typeof floors;

/** The lower floor of a write that has begun, so that it fails cleanly before the log does. */
const floorsOfBegun: Record<Floor, number> = {
  ordinary: floors.reserve,
  reserve: floors.start,
  start: segment,
};

/** The error message of a refused write. */
export const noSpace =
  "There is too little space left on the disk: nothing can be saved until some is freed.";

const floorInForce = new AsyncLocalStorage<Floor>();

/** Runs `work`, whose writes may go down to another floor than the ordinary one. */
export function withFloor<T>(floor: Floor, work: () => T): T {
  return floorInForce.run(floor, work);
}

interface DiskSpaceOptions {
  /** Called when ordinary writes begin to be refused (`full`), and when they are accepted again. */
  onChange?: (state: { full: boolean; freeBytes: number }) => void;
  /** Bytes that are free; Infinity when the file system does not say. */
  read?: () => number;
}

/**
 * Says whether the disk of a directory has room for a write. It checks each time, which takes two
 * microseconds.
 */
export class DiskSpace {
  readonly #read: () => number;
  readonly #onChange: NonNullable<DiskSpaceOptions["onChange"]>;
  #full = false;

  constructor(directory: string, options: DiskSpaceOptions = {}) {
    this.#read = options.read ?? (() => freeBytes(directory));
    this.#onChange = options.onChange ?? (() => {});
  }

  /**
   * Whether a write may begin, by the floor that {@link withFloor} has set.
   *
   * @param bytes that it is known to need
   */
  allows(bytes = 0): boolean {
    const floor = floorInForce.getStore() ?? "ordinary";
    const free = this.#look();
    if (floor === "ordinary" && this.#full) return false;
    return free - bytes >= floors[floor];
  }

  /** Whether a write that has begun may go on. */
  allowsMore(bytes = 0): boolean {
    return this.#look() - bytes >= floorsOfBegun[floorInForce.getStore() ?? "ordinary"];
  }

  #look(): number {
    const free = this.#read();
    // Hysteresis of one segment above the floor: otherwise refusing and accepting would alternate,
    // each with a line in the log.
    const full = free < floors.ordinary + (this.#full ? segment : 0);
    if (full !== this.#full) {
      this.#full = full;
      this.#onChange({ full, freeBytes: free });
    }
    return free;
  }
}

/** A disk that is never full: for databases in memory. */
export const endlessSpace = new DiskSpace("", { read: () => Infinity });

/**
 * What a free inode counts as when few are left: 512 are then the floor of ordinary writes, 256
 * that of sign-ins, and 128 that of a start. Without an inode for its next file Postgres panics as
 * it does without room for it.
 */
const bytesOfInode = 256 * 1024;

/** Above this number inodes do not count: a large file needs only one. */
const fewInodes = (floors.ordinary + segment) / bytesOfInode;

type ReadStats = (
  directory: string,
) => Pick<StatsFs, "bavail" | "bsize" | "blocks" | "files" | "ffree">;

/**
 * Bytes that an unprivileged process may still write to the disk of a directory; Infinity when
 * unknown. Fewer when it has few free inodes ({@link hasFewInodes}).
 */
export function freeBytes(directory: string, read: ReadStats = statfsSync): number {
  try {
    const stats = read(directory);
    // Some network and user-space file systems report only zeros.
    const bytes = stats.blocks === 0 ? Infinity : stats.bavail * stats.bsize;
    return isShort(stats) ? Math.min(bytes, stats.ffree * bytesOfInode) : bytes;
  } catch {
    return Infinity;
  }
}

/** Whether the disk of a directory lacks inodes for new files, however many bytes are free. */
export function hasFewInodes(directory: string, read: ReadStats = statfsSync): boolean {
  try {
    return isShort(read(directory));
  } catch {
    return false;
  }
}

/** Some file systems make inodes as they need them, and report a total of none. */
const isShort = ({ files, ffree }: Pick<StatsFs, "files" | "ffree">) =>
  files > 0 && ffree < fewInodes;
