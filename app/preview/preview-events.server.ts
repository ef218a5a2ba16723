import { client } from "~/content/reading/client.server";

/** After this time the browser reconnects, and is authorized again. */
const lifetime = 60_000;

/** Proxies would drop a connection that is silent for longer. */
const heartbeat = 25_000;

/**
 * An event stream with a message for every change in the lake, drafts included, and one when it
 * starts to receive them: a write between the page's rendering and that time would go unreported.
 * It does not name what changed: the page reads its content again.
 */
export function changeStream(signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      const send = (text: string) => stream.enqueue(encoder.encode(text));
      send(": hello\n\n");
      const beating = setInterval(() => send(": beat\n\n"), heartbeat);
      const changes = client.live.events({ includeDrafts: true }).subscribe({
        next: ({ type }) => {
          if (["welcome", "message", "restart"].includes(type)) send("data: changed\n\n");
        },
        error: () => end(),
        complete: () => end(),
      });
      const ending = setTimeout(() => end(), lifetime);
      stop = () => {
        clearInterval(beating);
        clearTimeout(ending);
        changes.unsubscribe();
      };
      const end = () => {
        stop();
        stream.close();
      };
      signal.addEventListener("abort", stop);
    },
    cancel: () => stop(),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "private, no-store",
    },
  });
}
