import { httpError } from "../errors";
import { limits } from "../limits";
import type { UnreadEvents } from "./unread-events";

/** One open event stream. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface EventStream {
  /** `data` becomes JSON. */
  send(event: { event: string; id?: string; data: unknown }): void;
  close(): void;
}

const encoder = new TextEncoder();
const keepAliveMilliseconds = 15_000;

/** Makes responses that stay open, and ends them together. */
export class EventStreams {
  /** With the user who reads it; undefined = anonymous. */
  readonly #open = new Map<EventStream, string | undefined>();
  readonly #unread: UnreadEvents;

  constructor(unread: UnreadEvents) {
    this.#unread = unread;
  }

  /**
   * Opens a stream for a user and passes it to `start`, which returns the cleanup to run when
   * either side ends it. A client that reads too slowly is cut off, and reconnects by itself.
   * Throws a LakeError 429 when the user has too many open.
   */
  respond(userId: string | undefined, start: (stream: EventStream) => () => void): Response {
    const others = [...this.#open.values()].filter((each) => each === userId);
    const max = userId === undefined ? limits.publicEventStreams : limits.eventStreams;
    if (others.length >= max) {
      throw httpError(429, "Too Many Requests", "Too many open event streams");
    }
    let end = () => {};
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          let ended = false;
          let stop: (() => void) | undefined;
          const unread = () => limits.listenerBuffer - (controller.desiredSize ?? 0);
          const { isSlow, leave } = this.#unread.join(userId, unread);
          const write = (text: string) => {
            if (ended) return;
            controller.enqueue(encoder.encode(text));
            if (!isSlow()) return;
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
          this.#open.set(stream, userId);
          end = () => {
            ended = true;
            clearInterval(keepAlive);
            this.#open.delete(stream);
            leave();
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
    for (const stream of [...this.#open.keys()]) stream.close();
  }
}
