import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests that a client may send ahead of their responses. Browsers and proxies send none, load generators a few. */
const maxAhead = 10;

/**
 * Bounds the requests that one connection sends ahead. Node parses all that came with one read, 2,400 of the shortest, and
 * keeps a response of each until the ones before it are sent: twenty connections that sent without reading filled four
 * gigabytes.
 */
export class Pipelining {
  /** Requests of a connection whose responses wait for those before them. */
  readonly #ahead = new WeakMap<Socket, number>();
  readonly #onFlood: (socket: Socket) => void;

  /** @param onFlood is told of a connection that is closed for it */
  constructor(onFlood: (socket: Socket) => void) {
    this.#onFlood = onFlood;
  }

  /**
   * Counts a request, and closes its connection when too many were sent ahead on it.
   *
   * @returns whether the request is to be answered
   */
  admit({ socket }: IncomingMessage, response: ServerResponse): boolean {
    if (socket.destroyed) return false;
    // The response has its socket when the ones before it are over.
    if (response.socket !== null) return true;
    const ahead = (this.#ahead.get(socket) ?? 0) + 1;
    this.#ahead.set(socket, ahead);
    if (ahead > maxAhead) {
      socket.destroy();
      this.#onFlood(socket);
      return false;
    }
    response.once("close", () => this.#ahead.set(socket, (this.#ahead.get(socket) ?? 1) - 1));
    return true;
  }
}
