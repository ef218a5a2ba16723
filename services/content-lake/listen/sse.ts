import { limits } from "../limits";

/** One open event stream. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface EventStream {
  /** `data` becomes JSON. */
  send(event: { event: string; id?: string; data: unknown }): void;
  close(): void;
}

const encoder = new TextEncoder();
const keepAliveMilliseconds = 15_000;

/** Makes answers that stay open, and ends them together. */
export class EventStreams {
  readonly #open = new Set<EventStream>();

  /**
   * Opens a stream and hands it to `start`, which returns what to do when it ends, whoever ends it. A client that
   * reads too slowly is cut off, and comes back by itself with a fresh start.
   */
  respond(start: (stream: EventStream) => () => void): Response {
    let end = () => {};
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          let ended = false;
          let stop: (() => void) | undefined;
          const write = (text: string) => {
            if (ended) return;
            controller.enqueue(encoder.encode(text));
            if ((controller.desiredSize ?? 0) > 0) return;
            end();
            controller.error(new Error("The client reads too slowly."));
          };
          const stream: EventStream = {
            send: ({ event, id, data }) => {
              const lines = id === undefined ? [] : [`id: ${id}`];
              write(
                [`event: ${event}`, ...lines, `data: ${JSON.stringify(data)}`, "", ""].join("\n"),
              );
            },
            close: () => {
              if (ended) return;
              end();
              controller.close();
            },
          };
          const keepAlive = setInterval(() => write(":\n\n"), keepAliveMilliseconds);
          keepAlive.unref();
          this.#open.add(stream);
          end = () => {
            ended = true;
            clearInterval(keepAlive);
            this.#open.delete(stream);
            stop?.();
          };
          try {
            stop = start(stream);
          } catch (error) {
            end();
            throw error;
          }
          // It may have ended while it started.
          if (ended) stop();
        },
        cancel: () => end(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: limits.listenerBuffer }),
    );
    return new Response(body, {
      headers: {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-cache, no-transform",
        // Proxies that buffer would hold events back for minutes.
        "X-Accel-Buffering": "no",
      },
    });
  }

  close(): void {
    for (const stream of [...this.#open]) stream.close();
  }
}
