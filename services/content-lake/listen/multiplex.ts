import type { WebSocket } from "ws";
import { z } from "zod";
import { LakeError } from "../errors";
import { onMessages } from "./socket-messages";
import type { Identity } from "../access/identity";
import { limits } from "../limits";
import type { Filter } from "./filter";
import type { Listeners } from "./listeners";
import { listenOptions, type MutationEvent } from "./mutation-events";
import type { UnreadEvents } from "./unread-events";

const frame = z.discriminatedUnion("op", [
  z.object({
    op: z.literal("listen"),
    id: z.string().max(200),
    query: z.string(),
    params: z.record(z.string(), z.unknown()).default({}),
    options: listenOptions.prefault({}),
    lastEventId: z.string().max(300).optional(),
  }),
  z.object({ op: z.literal("stop"), id: z.string() }),
]);

type ListenMessage = Extract<z.infer<typeof frame>, { op: "listen" }>;

/**
 * Carries many listeners over one WebSocket: a browser opens at most six HTTP/1.1 connections to a
 * host, and the Studio needs more event streams than that. In: `{op: "listen", id, query, params,
 * options, lastEventId?}` and `{op: "stop", id}`. Out: `{id, event: {type, ...}}` with type
 * welcome, welcomeback, mutation, channelError or disconnect.
 *
 * `welcome` and `welcomeback` carry a `lastEventId`: the transaction up to which the listener knows
 * everything. One that reconnects with such an id first receives what it missed, and then
 * `welcomeback`; where that is no longer known, `welcome`.
 */
export function multiplex(
  socket: WebSocket,
  { listeners, unread }: { listeners: Listeners; unread: UnreadEvents },
  identity: Identity,
): void {
  const stops = new Map<string, () => void>();
  const { isSlow, leave } = unread.join(identity.id, () => socket.bufferedAmount);

  const send = (id: string, event: Record<string, unknown>) => {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(JSON.stringify({ id, event }));
    // The client reconnects, and starts its listeners again.
    if (isSlow()) socket.terminate();
  };

  const start = (filter: Filter, { id, options, lastEventId }: ListenMessage) => {
    // Nothing would stop it: the socket has closed meanwhile.
    if (socket.readyState !== socket.OPEN) return;
    const tell = (event: MutationEvent) => send(id, { type: "mutation", ...event });
    const welcome = (missed: readonly MutationEvent[] | undefined) => {
      // Before the welcome: what comes after it is new to every listener of the socket, which is
      // how the client counts.
      missed?.forEach(tell);
      const type = missed ? "welcomeback" : "welcome";
      send(id, { type, listenerName: id, lastEventId: listeners.lastTransactionId });
    };
    const cut = () => socket.terminate();
    const subscription = { identity: identity.id, filter, options, lastEventId };
    stops.set(id, listeners.listen(subscription, { welcome, send: tell, cut }));
  };

  const listen = async (message: ListenMessage) => {
    const { id, query, params } = message;
    if (socket.readyState !== socket.OPEN) return;
    stops.get(id)?.();
    stops.delete(id);
    try {
      if (stops.size >= limits.listenersPerSocket) {
        send(id, { type: "channelError", message: "Too many listeners" });
        return;
      }
      const request = { query, params, identity: identity.id };
      await listeners.begin(request, (filter) => start(filter, message));
    } catch (error) {
      if (!(error instanceof LakeError)) throw error;
      send(id, { type: "channelError", message: error.message, ...error.body });
    }
  };

  onMessages(socket, frame, (message) => {
    if (!message) return socket.close(1003, "Malformed message");
    if (message.op === "listen") return listen(message);
    stops.get(message.id)?.();
    stops.delete(message.id);
  });
  socket.on("close", () => {
    leave();
    for (const stop of stops.values()) stop();
    stops.clear();
  });
}
