import { type WebSocket } from "ws";
import { z } from "zod";
import { randomKey } from "./document";
import { onMessages } from "./socket-messages";
import { type Identity } from "./identity";
import { limits } from "./limits";

const request = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().max(200), z.number()]),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});

/** What @sanity/bifur-client takes for a sign of life. */
const heartbeat = "♥";

/**
 * Who is where in the Studio: passes on what each open Studio announces to all others. JSON-RPC 2.0 over WebSocket, as
 * @sanity/bifur-client speaks it.
 */
export class Presence {
  readonly #sockets = new Map<WebSocket, Set<string>>();

  join(socket: WebSocket, identity: Identity): void {
    const subscriptions = new Set<string>();
    const sessions = new Set<string>();
    this.#sockets.set(socket, subscriptions);
    onMessages(socket, request, (message) => {
      if (!message) return;
      const { id, method, params } = message;
      const reply = (result: unknown) => send(socket, { jsonrpc: "2.0", id, result });
      const refuse = (code: number, message: string) =>
        send(socket, { jsonrpc: "2.0", id, error: { code, message } });
      const session = sessionOf(params);
      // It is kept for as long as the socket is open.
      if (session.length > limits.sessionName) return refuse(-32602, "The session is too long");
      switch (method) {
        case "presence_subscribe": {
          // Everything that anyone announces is sent to each.
          if (subscriptions.size >= limits.presencesPerSocket) {
            return refuse(-32000, "Too many subscriptions");
          }
          const subscription = randomKey();
          subscriptions.add(subscription);
          return reply(subscription);
        }
        case "presence_unsubscribe":
          if (typeof params.subscriptionId === "string")
            subscriptions.delete(params.subscriptionId);
          return reply(true);
        case "presence_rollcall":
          this.#broadcast(socket, { type: "rollCall", i: identity.id, session });
          return reply(true);
        case "presence_announce":
          if (sessions.size >= limits.presencesPerSocket && !sessions.has(session)) {
            return refuse(-32000, "Too many sessions");
          }
          sessions.add(session);
          this.#broadcast(socket, { type: "state", i: identity.id, m: stateOf(params, session) });
          return reply(true);
        case "presence_disconnect":
          sessions.delete(session);
          this.#broadcast(socket, { type: "disconnect", i: identity.id, m: { session } });
          return reply(true);
        case "authorization":
          // The site has said already who this is.
          return reply(true);
        default:
          return refuse(-32601, "Method not found");
      }
    });
    socket.on("close", () => {
      this.#sockets.delete(socket);
      // A closed laptop says no goodbye: its avatar would stay.
      for (const session of sessions) {
        this.#broadcast(socket, { type: "disconnect", i: identity.id, m: { session } });
      }
    });
    socket.send(heartbeat);
  }

  beat(): void {
    for (const socket of this.#sockets.keys()) {
      if (socket.readyState === socket.OPEN) socket.send(heartbeat);
    }
  }

  #broadcast(from: WebSocket, result: unknown): void {
    for (const [socket, subscriptions] of this.#sockets) {
      if (socket === from) continue;
      for (const subscription of subscriptions) {
        send(socket, {
          jsonrpc: "2.0",
          method: "presence_subscription",
          params: { subscription, result },
        });
      }
    }
  }
}

function send(socket: WebSocket, message: unknown): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.send(JSON.stringify(message));
  // Who does not read would have us keep all that the others announce; its client connects again.
  if (socket.bufferedAmount > limits.listenerBuffer) socket.terminate();
}

const announcement = z.object({
  data: z.object({ sessionId: z.string(), locations: z.array(z.unknown()) }),
});

function sessionOf(params: Record<string, unknown>): string {
  const announced = announcement.safeParse(params);
  if (announced.success) return announced.data.data.sessionId;
  return typeof params.session === "string" ? params.session : "";
}

function stateOf(params: Record<string, unknown>, sessionId: string) {
  const announced = announcement.safeParse(params);
  return { sessionId, locations: announced.success ? announced.data.data.locations : [] };
}
