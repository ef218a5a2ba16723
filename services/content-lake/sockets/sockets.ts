import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { TokenBuckets } from "@platen/kit";
import type { Authenticate, Identity } from "../access/identity";
import { limits } from "../limits";
import type { Listeners } from "../listen/listeners";
import { multiplex } from "../listen/multiplex";
import type { UnreadEvents } from "../listen/unread-events";
import { Presence } from "./presence";

const pingMilliseconds = 25_000;
const goodbyeMilliseconds = 1_000;

/** Frames of one message: a browser splits one of a megabyte into some dozens. */
const maxFragments = 256;

/** What a WebSocket is for: many listeners, or presence. */
type Kind = "mux" | "socket";

interface SocketServices {
  dataset: string;
  listeners: Listeners;
  unread: UnreadEvents;
  authenticate: Authenticate;
}

/** How many a message counts for: 200 a second of 700 kB used up the whole process. */
const messagesIn = (data: RawData): number =>
  Math.max(1, Math.ceil(Buffer.isBuffer(data) ? data.length / limits.messages.bytes : 1));

/** The WebSockets of open Studios. */
export class Sockets {
  readonly #services: SocketServices;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: 1024 * 1024,
    maxFragments,
  });
  readonly #presence = new Presence();
  /**
   * By user, over all of their sockets. Control frames count too: ninety sockets that sent only
   * pongs delayed everyone else by ten seconds.
   */
  readonly #messages = new TokenBuckets(limits.messages);
  /** The id of the user who opened each socket. */
  readonly #openers = new WeakMap<WebSocket, string>();
  /** Sockets that were opened, or sent a pong, since the last ping. */
  readonly #responsive = new WeakSet<WebSocket>();
  readonly #heartbeat: NodeJS.Timeout;
  #isLeaving = false;

  constructor(services: SocketServices) {
    this.#services = services;
    this.#heartbeat = setInterval(() => {
      for (const socket of this.#server.clients) this.#ping(socket);
      this.#presence.beat();
    }, pingMilliseconds).unref();
  }

  /** Takes over a handshake, or refuses it. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    if (this.#isLeaving) {
      return refuse(socket, "503 Service Unavailable", "The content lake is closing.");
    }
    const kind = kindOf(request.url ?? "", this.#services.dataset);
    const identity = this.#identify(request);
    if (!kind) return refuse(socket, "404 Not Found", "There is no WebSocket at this address.");
    if (!identity) return refuse(socket, "401 Unauthorized", "Sign in to use the Studio.");
    if (this.#countOf(identity) >= limits.sockets) {
      return refuse(socket, "429 Too Many Requests", "You have too many WebSockets open.");
    }
    if (!this.#messages.take(identity.id)) {
      return refuse(socket, "429 Too Many Requests", "You have sent too many messages.");
    }
    this.#server.handleUpgrade(request, socket, head, (connection) =>
      this.#serve(connection, kind, identity),
    );
  }

  /** Ends all sockets, and accepts no more. */
  goAway(): void {
    this.#isLeaving = true;
    for (const socket of this.#server.clients) {
      socket.close(1001, "Going away");
      // An unresponsive one would keep the process alive.
      setTimeout(() => socket.terminate(), goodbyeMilliseconds).unref();
    }
  }

  close(): void {
    clearInterval(this.#heartbeat);
    this.goAway();
    this.#server.close();
  }

  #serve(connection: WebSocket, kind: Kind, identity: Identity): void {
    this.#openers.set(connection, identity.id);
    this.#responsive.add(connection);
    connection.on("error", () => connection.terminate());
    connection.on("message", (data) => this.#count(connection, identity, messagesIn(data)));
    connection.on("ping", () => this.#count(connection, identity, 1));
    connection.on("pong", () => {
      this.#responsive.add(connection);
      this.#count(connection, identity, 1);
    });
    if (kind === "mux") multiplex(connection, this.#services, identity);
    else this.#presence.join(connection, identity);
  }

  /** Cuts off a user who sends too much: all sockets, and new ones until the bucket is refilled. */
  #count(connection: WebSocket, { id }: Identity, messages: number): void {
    // What arrived together with the message that was too many is still parsed.
    if (connection.readyState !== connection.OPEN || this.#messages.take(id, messages)) return;
    this.#messages.reserve(id, limits.messages.burst, Infinity);
    for (const each of this.#server.clients) if (this.#openers.get(each) === id) each.terminate();
  }

  /** A laptop that sleeps leaves its socket open on our side: a socket without a pong is dead. */
  #ping(socket: WebSocket): void {
    if (!this.#responsive.delete(socket)) return socket.terminate();
    socket.ping();
  }

  #countOf({ id }: Identity): number {
    return [...this.#server.clients].filter((each) => this.#openers.get(each) === id).length;
  }

  #identify({ headers }: IncomingMessage): Identity | undefined {
    const identity = headers["x-lake-identity"];
    try {
      return this.#services.authenticate({
        authorization: headers.authorization,
        identity: Array.isArray(identity) ? identity[0] : identity,
      });
    } catch {
      return undefined;
    }
  }
}

function kindOf(url: string, dataset: string): Kind | undefined {
  // `URL` does not accept every text that may be here, and nobody catches what an upgrade throws.
  const [, kind, named] = /^\/lake\/v[^/?]+\/(mux|socket)\/([^/?]+)(\?|$)/.exec(url) ?? [];
  if (named !== dataset) return undefined;
  return kind === "mux" || kind === "socket" ? kind : undefined;
}

function refuse(socket: Duplex, status: string, sentence: string): void {
  const headers = `Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${sentence.length + 1}`;
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n${headers}\r\n\r\n${sentence}\n`);
}
