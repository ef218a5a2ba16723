import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests that a client may send ahead of their responses. Browsers and proxies send none, load generators a few. */
const maxAhead = 10;

/**
 * Answers the requests of a connection one after the other, and bounds those that a client sends ahead. Node parses all
 * that came with one read, 2,400 of the shortest, and would begin each at once. Twenty connections that sent without
 * reading filled four gigabytes that way; and a response behind one that nobody reads can neither be sent nor cut off: it
 * held its slots for as long as a stranger liked.
 */
export class Pipelining {
  /** Requests of a connection that wait for the responses before theirs. */
  readonly #ahead = new WeakMap<Socket, number>();
  readonly #onFlood: (socket: Socket) => void;

  /** @param onFlood is told of a connection that is closed because too many requests were sent ahead on it */
  constructor(onFlood: (socket: Socket) => void) {
    this.#onFlood = onFlood;
  }

  /** Calls `begin` when the responses before this one are over; never, when the connection is closed before that. */
  inTurn({ socket }: IncomingMessage, response: ServerResponse, begin: () => void): void {
    if (socket.destroyed) return;
    // Node gives a response its socket when the ones before it are over.
    if (response.socket !== null) return begin();
    const ahead = (this.#ahead.get(socket) ?? 0) + 1;
    this.#ahead.set(socket, ahead);
    if (ahead > maxAhead) {
      socket.destroy();
      this.#onFlood(socket);
      return;
    }
    response.once("socket", () => {
      this.#ahead.set(socket, (this.#ahead.get(socket) ?? 1) - 1);
      // Node flushes what the response holds once it has told this.
      process.nextTick(begin);
    });
  }
}
