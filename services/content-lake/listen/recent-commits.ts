import type { Commit } from "../commit";

/** Characters of documents that are kept for listeners that reconnect. */
const maxCharacters = 8_000_000;

/** The last commits, from which a listener that lost its connection learns what it missed. */
export class RecentCommits {
  #commits: Commit[] = [];
  #size = 0;

  add(commit: Commit): void {
    this.#commits.push(commit);
    this.#size += commit.size;
    while (this.#size > maxCharacters || this.#commits.length > 1_000) {
      this.#size -= this.#commits.shift()?.size ?? 0;
    }
  }

  /** The id of the last transaction; undefined before the first. */
  get last(): string | undefined {
    return this.#commits.at(-1)?.transactionId;
  }

  /** That transaction and those after it, or undefined when it is no longer known. */
  from(transactionId: string): readonly Commit[] | undefined {
    const start = this.#commits.findIndex((commit) => commit.transactionId === transactionId);
    return start === -1 ? undefined : this.#commits.slice(start);
  }
}
