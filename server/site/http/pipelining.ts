import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Requests that a client may send ahead of their responses. Browsers and proxies send none. Ten on
 * each of five thousand connections, with headers of 15 kB, were two gigabytes of parsed requests.
 */
const maxAhead = 1;

/**
 * How many requests that are parsed after their connection was closed count as another flood. Node
 * parses the rest of what it has read nevertheless: 2,400 take 90 ms, and five such connections of
 * each of ten networks stopped the site for two seconds before those were blocked.
 */
const requestsPerFlood = 128;

/**
 * Handles the requests of a connection one after the other, and limits those that a client sends
 * ahead. Node parses all that arrive in one read, 2,400 of the shortest, and would start each at
 * once. Twenty connections that sent without reading filled four gigabytes that way; and a response
 * behind one that the client does not read can neither be sent nor cut off: it held its slots for
 * as long as an attacker liked.
 */
export class Pipelining {
  /** Requests of a connection that wait for earlier responses. */
  readonly #ahead = new WeakMap<Socket, number>();
  /** Requests of a connection that were parsed after it was closed. */
  readonly #further = new WeakMap<Socket, number>();
  readonly #onFlood: (socket: Socket) => void;

  /**
   * @param onFlood receives a connection that is closed because too many requests were sent ahead
   *   on it
   */
  constructor(onFlood: (socket: Socket) => void) {
    this.#onFlood = onFlood;
  }

  /**
   * Calls `begin` when all earlier responses are finished; never, when the connection is closed
   * before that.
   */
  inTurn({ socket }: IncomingMessage, response: ServerResponse, begin: () => void): void {
    if (socket.destroyed) return this.#countFurther(socket);
    // Node assigns a response its socket when the earlier ones are finished.
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
      // Node flushes what the response buffers after it emits this event.
      process.nextTick(begin);
    });
  }

  #countFurther(socket: Socket): void {
    const further = (this.#further.get(socket) ?? 0) + 1;
    this.#further.set(socket, further);
    if (further % requestsPerFlood === 0) this.#onFlood(socket);
  }
}
