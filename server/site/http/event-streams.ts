import type { IncomingMessage, Server, ServerResponse } from "node:http";

/**
 * The open event streams of a server. They do not end by themselves: one open preview made every
 * stop take five seconds. An EventSource connects again.
 */
export class EventStreams {
  readonly #open = new Set<ServerResponse>();

  constructor(server: Server) {
    server.on("request", ({ headers }: IncomingMessage, response: ServerResponse) => {
      // A request sent ahead of earlier responses has no socket yet. Its response is never closed
      // when the connection is: such requests filled two gigabytes in 75 s.
      if (!headers.accept?.includes("text/event-stream") || response.socket === null) return;
      this.#open.add(response);
      response.once("close", () => this.#open.delete(response));
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /** Ends those that are open. */
  close(): void {
    for (const stream of this.#open) stream.destroy();
  }
}
