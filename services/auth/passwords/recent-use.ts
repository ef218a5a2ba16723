/** Maximum use that is counted, so that it is forgotten within a quarter of an hour. */
const maxUse = 30;
const forgivenSecondsEach = 30;
const maxKeys = 10_000;

/** Recent use by key: it decays by one every thirty seconds. */
export class RecentUse {
  readonly #entries = new Map<string, { use: number; at: number; turn: number }>();
  #turns = 0;
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** What is left of a key's use. */
  of(key: string): number {
    const entry = this.#entries.get(key);
    if (!entry) return 0;
    const seconds = Math.max(0, this.#now().getTime() - entry.at) / 1000;
    return Math.max(0, entry.use - seconds / forgivenSecondsEach);
  }

  /** When a key was last used, as a number that grows with each use; 0 when that is forgotten. */
  lastTurnOf(key: string): number {
    return this.of(key) > 0 ? (this.#entries.get(key)?.turn ?? 0) : 0;
  }

  add(key: string, use: number): void {
    const sum = Math.min(maxUse, this.of(key) + use);
    this.#entries.delete(key);
    this.#turns += 1;
    this.#entries.set(key, { use: sum, at: this.#now().getTime(), turn: this.#turns });
    if (this.#entries.size <= maxKeys) return;
    // The least recently touched entry, which has decayed by now: ten thousand hashes take minutes.
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      break;
    }
  }
}
