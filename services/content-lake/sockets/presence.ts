import type { WebSocket } from "ws";
import { z } from "zod";
import { TokenBuckets } from "@platen/kit";
import { randomKey } from "../document";
import { onMessages } from "../listen/socket-messages";
import type { Identity } from "../access/identity";
import { limits } from "../limits";
import { inTimeSlices } from "../time-slicing";

const request = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().max(200), z.number()]),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});

const announcement = z.object({
  data: z.object({ sessionId: z.string(), locations: z.array(z.unknown()) }),
});

/** The heartbeat that @sanity/bifur-client expects. */
const heartbeat = "♥";

/** What a Studio announces to all others, as the JSON text of the message. */
interface Broadcast {
  from: WebSocket;
  text: Buffer;
}

/** A JSON-RPC error. */
class RpcError {
  constructor(
    readonly code: number,
    readonly message: string,
  ) {}
}

/** An open Studio. */
interface Member {
  identity: Identity;
  /** Number of its subscriptions: it gets every message once. */
  subscriptions: number;
  /** The one that it has announced. */
  session: string | undefined;
}

/**
 * Presence in the Studio: passes on what each open Studio announces to all others. JSON-RPC 2.0
 * over WebSocket, as
 * @sanity/bifur-client speaks it.
 *
 * A message is serialized once, for all: repeated for each of a thousand subscriptions, one of 700
 * kB took 1.7 s. So all sockets have the same subscription id, which clients compare only within
 * their own socket.
 */
export class Presence {
  readonly #subscription = randomKey();
  readonly #members = new Map<WebSocket, Member>();
  readonly #budget = new TokenBuckets(limits.broadcasts);
  /** By session, so that a Studio's outdated location is not sent anymore. */
  readonly #waiting = new Map<string, Broadcast>();
  #isTelling = false;

  join(socket: WebSocket, identity: Identity): void {
    const member: Member = { identity, subscriptions: 0, session: undefined };
    this.#members.set(socket, member);
    onMessages(socket, request, (message) => {
      if (!message) return;
      const { id, method, params } = message;
      const outcome = this.#answer(socket, member, method, params);
      const result = outcome instanceof RpcError ? { error: { ...outcome } } : { result: outcome };
      send(socket, JSON.stringify({ jsonrpc: "2.0", id, ...result }));
    });
    socket.on("close", () => {
      this.#members.delete(socket);
      // A closed laptop does not announce its leaving: its avatar would stay.
      this.#tellGone(socket, member);
    });
    socket.send(heartbeat);
  }

  beat(): void {
    for (const socket of this.#members.keys()) {
      if (socket.readyState === socket.OPEN) socket.send(heartbeat);
    }
  }

  /** The result of a request. */
  #answer(socket: WebSocket, member: Member, method: string, params: Record<string, unknown>) {
    switch (method) {
      case "presence_subscribe":
        member.subscriptions += 1;
        return this.#subscription;
      case "presence_unsubscribe":
        if (params.subscriptionId === this.#subscription) {
          member.subscriptions = Math.max(0, member.subscriptions - 1);
        }
        return true;
      case "presence_rollcall":
        return this.#rollCall(socket, member, params);
      case "presence_announce":
        return this.#announce(socket, member, params);
      case "presence_disconnect":
        if (params.session === member.session) this.#tellGone(socket, member);
        return true;
      case "authorization":
        // The site has already identified the user.
        return true;
      default:
        return new RpcError(-32601, "Method not found");
    }
  }

  #rollCall(socket: WebSocket, { identity }: Member, params: Record<string, unknown>) {
    const session = typeof params.session === "string" ? params.session : "";
    if (session.length > limits.sessionName) return sessionTooLong;
    if (!this.#budget.take(identity.id)) return tooMany;
    const key = JSON.stringify(["rollCall", identity.id, session]);
    this.#broadcast(key, socket, { type: "rollCall", i: identity.id, session });
    return true;
  }

  #announce(socket: WebSocket, member: Member, params: Record<string, unknown>) {
    const announced = announcement.safeParse(params);
    if (!announced.success) return new RpcError(-32602, "The announcement is malformed");
    const { sessionId, locations } = announced.data.data;
    // It is held for as long as the socket is open.
    if (sessionId.length > limits.sessionName) return sessionTooLong;
    if (member.session !== undefined && member.session !== sessionId) {
      return new RpcError(-32000, "Too many sessions");
    }
    const state = { type: "state", i: member.identity.id, m: { sessionId, locations } };
    if (JSON.stringify(state).length > limits.announcement) {
      return new RpcError(
        -32602,
        `The announcement has more than ${limits.announcement} characters`,
      );
    }
    if (!this.#budget.take(member.identity.id)) return tooMany;
    member.session = sessionId;
    this.#broadcast(keyOf(member.identity, sessionId), socket, state);
    return true;
  }

  #tellGone(socket: WebSocket, member: Member): void {
    const { identity, session } = member;
    if (session === undefined) return;
    member.session = undefined;
    const gone = { type: "disconnect", i: identity.id, m: { session } };
    this.#broadcast(keyOf(identity, session), socket, gone);
  }

  #broadcast(key: string, from: WebSocket, result: object): void {
    const params = { subscription: this.#subscription, result };
    const message = { jsonrpc: "2.0", method: "presence_subscription", params };
    this.#waiting.set(key, { from, text: Buffer.from(JSON.stringify(message)) });
    if (this.#isTelling) return;
    this.#isTelling = true;
    // Only after the sockets that close in the same turn are gone: otherwise each would be notified
    // of all others.
    setImmediate(() => {
      inTimeSlices(this.#tell())
        .catch((error: unknown) => console.error("Presence could not be sent:", error))
        .finally(() => (this.#isTelling = false));
    });
  }

  *#tell(): Generator<undefined, void> {
    for (const [key, { from, text }] of this.#waiting) {
      this.#waiting.delete(key);
      for (const [socket, { subscriptions }] of this.#members) {
        if (socket !== from && subscriptions > 0) send(socket, text);
        yield;
      }
    }
  }
}

const sessionTooLong = new RpcError(-32602, "The session is too long");
const tooMany = new RpcError(-32000, "Too many messages");

const keyOf = ({ id }: Identity, session: string) => JSON.stringify(["session", id, session]);

function send(socket: WebSocket, text: string | Buffer): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.send(text, { binary: false });
  // A client that does not read would make us buffer all announcements; it reconnects.
  if (socket.bufferedAmount > limits.listenerBuffer) socket.terminate();
}
