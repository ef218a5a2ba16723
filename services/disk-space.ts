import { AsyncLocalStorage } from "node:async_hooks";
import { statfsSync } from "node:fs";

/** Postgres makes its write-ahead log in files of this size, and panics when there is no room for the next one. */
const segment = 16 * 1024 * 1024;

/**
 * Bytes of the disk that must stay free for a write. Above the first floor everything is saved; between it and the second
 * only what keeps people signed in, and what frees space; below that only what a start needs.
 */
export const floors = {
  ordinary: 8 * segment,
  reserve: 4 * segment,
  start: 2 * segment,
};

export type Floor = keyof typeof floors;

/** What a write that has begun may go down to, so that it fails cleanly before the log does. */
const floorsOfBegun: Record<Floor, number> = {
  ordinary: floors.reserve,
  reserve: floors.start,
  start: segment,
};

/** What clients are told of a write that is refused. */
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

/** Says whether the disk of a directory has room for a write. It looks each time: that takes two microseconds. */
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
    // A segment more than the floor: otherwise writes would be refused and accepted by turns, each with a line in the log.
    const full = free < floors.ordinary + (this.#full ? segment : 0);
    if (full !== this.#full) {
      this.#full = full;
      this.#onChange({ full, freeBytes: free });
    }
    return free;
  }
}

/** A disk that is never full: of databases in memory. */
export const endlessSpace = new DiskSpace("", { read: () => Infinity });

/** Bytes that a process without special rights may still write to the disk of a directory; Infinity when it does not say. */
export function freeBytes(directory: string): number {
  try {
    const { bavail, bsize, blocks } = statfsSync(directory);
    // Some network and user-space file systems answer zeros throughout.
    return blocks === 0 ? Infinity : bavail * bsize;
  } catch {
    return Infinity;
  }
}
