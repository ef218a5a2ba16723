/** Likes are shown once a second: each change costs a rendering of its page. */
const milliseconds = 1_000;

/**
 * Articles in one batch: strangers who like a hundred of them must not have all of them rendered at
 * once.
 */
const size = 4;

/** Collects the articles whose likes have changed, and reports them in batches. */
export class LikeBatches {
  /** The longest wait first. */
  readonly #articles = new Set<string>();
  readonly #report: (articles: readonly string[]) => void;
  #timer: NodeJS.Timeout | null = null;

  /** @param report receives the ids of at most four articles, at most once a second */
  constructor(report: (articles: readonly string[]) => void) {
    this.#report = report;
  }

  add(article: string): void {
    this.#articles.add(article);
    if (!this.#timer) this.#timer = this.#later();
  }

  #later() {
    return setTimeout(() => this.#flush(), milliseconds).unref();
  }

  #flush() {
    const batch = [...this.#articles].slice(0, size);
    for (const article of batch) this.#articles.delete(article);
    this.#timer = this.#articles.size > 0 ? this.#later() : null;
    this.#report(batch);
  }
}
