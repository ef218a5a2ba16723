import { type WebSocket } from "ws";
import { z } from "zod";
import { LakeError } from "../errors";
import { hear } from "../hear";
import { type Identity } from "../identity";
import { limits } from "../limits";
import { listenOptions, type Listeners } from "./listeners";

const frame = z.discriminatedUnion("op", [
  z.object({
    op: z.literal("listen"),
    id: z.string().max(200),
    query: z.string(),
    params: z.record(z.string(), z.unknown()).default({}),
    options: listenOptions.prefault({}),
  }),
  z.object({ op: z.literal("stop"), id: z.string() }),
]);

/**
 * Carries many listeners over one WebSocket: a browser opens at most six HTTP/1.1 connections to a host, and the Studio
 * needs more event streams than that. In: `{op: "listen", id, query, params, options}` and `{op: "stop", id}`. Out:
 * `{id, event: {type, ...}}` with type welcome, mutation, channelError or disconnect.
 */
export function multiplex(socket: WebSocket, listeners: Listeners, identity: Identity): void {
  const stops = new Map<string, () => void>();

  const send = (id: string, event: Record<string, unknown>) => {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(JSON.stringify({ id, event }));
    // The client connects again, and its listeners start afresh.
    if (socket.bufferedAmount > limits.listenerBuffer) socket.terminate();
  };

  const listen = ({
    id,
    query,
    params,
    options,
  }: Extract<z.infer<typeof frame>, { op: "listen" }>) => {
    stops.get(id)?.();
    stops.delete(id);
    try {
      if (stops.size >= limits.listenersPerSocket) {
        send(id, { type: "channelError", message: "Too many listeners" });
        return;
      }
      const request = { query, params, identity: identity.id };
      const { stop } = listeners.listen(request, options, {
        send: (event) => send(id, { type: "mutation", ...event }),
        cut: () => socket.terminate(),
      });
      stops.set(id, stop);
      send(id, { type: "welcome", listenerName: id });
    } catch (error) {
      if (!(error instanceof LakeError)) throw error;
      send(id, { type: "channelError", message: error.message, ...error.body });
    }
  };

  hear(socket, frame, (message) => {
    if (!message) return socket.close(1003, "Malformed message");
    if (message.op === "listen") return listen(message);
    stops.get(message.id)?.();
    stops.delete(message.id);
  });
  socket.on("close", () => {
    for (const stop of stops.values()) stop();
    stops.clear();
  });
}
