import { limits } from "../limits";

/** A reader with at most this many unread bytes counts as keeping up. */
const onTime = 64 * 1024;

/**
 * Bytes of events that wait for their readers: one that reads too slowly is cut off, and
 * reconnects. A user's readers are counted together, too: a hundred event streams that nobody read
 * held 8 MB each.
 */
export class UnreadEvents {
  readonly #readers = new Set<{ userId: string | undefined; unread: () => number }>();

  /**
   * @param unread the bytes that wait for a reader of this user
   * @returns `isSlow` tells whether the reader must be cut off; `leave` forgets it
   */
  join(userId: string | undefined, unread: () => number) {
    const reader = { userId, unread };
    this.#readers.add(reader);
    return {
      isSlow: () =>
        unread() >= limits.listenerBuffer ||
        (unread() > onTime && this.#unreadBy(userId) > limits.listenerBuffers),
      leave: () => this.#readers.delete(reader),
    };
  }

  #unreadBy(userId: string | undefined): number {
    let sum = 0;
    for (const each of this.#readers) if (each.userId === userId) sum += each.unread();
    return sum;
  }
}
