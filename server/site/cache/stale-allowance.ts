/**
 * Eight edits within two seconds are a burst. Then a page that was rendered less than a second ago
 * is served although it is stale: thirteen edits a second of content on every page, such as the
 * footer, made each visitor wait 0.8 s for a rendering.
 */
const burst = { edits: 8, milliseconds: 2_000 };
const recentMilliseconds = 900;

/** During a burst, a page is rendered ahead of visitors when its version is this old. */
const refreshMilliseconds = 450;

/**
 * A page with its compressed forms that is larger, in bytes, shows edits after ten seconds, and is
 * rendered for visitors only: an article of 8,000 paragraphs took more than a second of processor
 * time after each edit.
 */
export const oversize = 750_000;
const oversizeMilliseconds = 10_000;

/** A cached page: its size in bytes, and how many milliseconds ago it was rendered. */
interface Cached {
  size: number;
  age: number;
}

/** When a stale page is still served, and when it is rendered ahead of visitors. */
export class StaleAllowance {
  /** When content changed last, the oldest first. */
  #changes: number[] = [];
  readonly #elapsed: () => number;

  /** @param elapsed a monotonic clock in milliseconds */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Counts an edit that has made pages stale. */
  noteEdit(): void {
    this.#changes = [...this.#changes, this.#elapsed()].slice(-burst.edits);
  }

  isServed({ size, age }: Cached): boolean {
    if (size > oversize && age < oversizeMilliseconds) return true;
    return age < recentMilliseconds && this.#isBurst();
  }

  isDue({ age }: Pick<Cached, "age">): boolean {
    return age > refreshMilliseconds || !this.#isBurst();
  }

  #isBurst(): boolean {
    const [first = -Infinity] = this.#changes;
    return this.#changes.length === burst.edits && this.#elapsed() - first < burst.milliseconds;
  }
}
