/**
 * A benchmark that measures and reports by itself: vitest must run it once. Not with `throws`:
 * where such a benchmark fails, vitest hangs instead of reporting it.
 */
export const singleRun = {
  iterations: 1,
  time: 0,
  warmupIterations: 0,
  warmupTime: 0,
};

/** Milliseconds that each of some repetitions took. */
export class Times {
  readonly #values: number[] = [];

  /** Runs `work` and measures how long it took. */
  async of<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    this.#values.push(performance.now() - started);
    return result;
  }

  get count(): number {
    return this.#values.length;
  }

  /** The time that this many of a hundred repetitions stayed below. */
  percentile(percent: number): number {
    const sorted = this.#values.toSorted((left, right) => left - right);
    const position = Math.ceil((percent / 100) * sorted.length) - 1;
    const value = sorted[Math.max(0, position)];
    if (value === undefined) throw new Error("Nothing was measured.");
    return value;
  }
}

const missed: string[] = [];

/** Prints a number, and whether it meets its bar. */
export function report(what: string, value: number, unit: string, bar?: number): void {
  const within = bar === undefined || value <= bar;
  if (!within) missed.push(what);
  const verdict = bar === undefined ? "" : `   bar ${bar} ${unit}   ${within ? "met" : "MISSED"}`;
  console.log(`${what.padEnd(58)} ${value.toFixed(2).padStart(9)} ${unit}${verdict}`);
}

/** The same for a minimum. */
export function reportAtLeast(what: string, value: number, unit: string, bar: number): void {
  const within = value >= bar;
  if (!within) missed.push(what);
  const verdict = `   bar at least ${bar} ${unit}   ${within ? "met" : "MISSED"}`;
  console.log(`${what.padEnd(58)} ${value.toFixed(2).padStart(9)} ${unit}${verdict}`);
}

/** Throws when a bar was missed. */
export function requireBars(): void {
  if (missed.length > 0) throw new Error(`Missed: ${missed.join("; ")}.`);
}
