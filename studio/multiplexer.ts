import { ChannelError, DisconnectError } from "@sanity/client";
import { Observable, type Subscriber } from "rxjs";

/** What a listener asks of the lake: the arguments of `client.listen`, the options as the wire has them. */
export interface ListenRequest {
  query: string;
  params: Record<string, unknown>;
  options: Record<string, unknown>;
}

/** An event as `client.listen` emits it: `welcome`, `mutation` (fields inline), `reconnect`, … */
export interface ListenerEvent {
  type: string;
}

interface Listener {
  request: ListenRequest;
  subscriber: Subscriber<ListenerEvent>;
  /** Between the lake's `welcome` and the next loss of the socket. */
  established: boolean;
}

const firstRetryMs = 250;
const longestRetryMs = 10_000;
const idleMs = 1_000;

/**
 * Carries every listener of the Studio over one WebSocket.
 *
 * A browser opens at most six HTTP/1.1 connections to a host, and the Studio listens six times with a single document
 * open: as event streams they would starve every other request.
 *
 * Frames to the lake: `{op: "listen", id, query, params, options}` and `{op: "stop", id}`; from it: `{id, event}`.
 * When the socket drops, each listener that was established emits `{type: "reconnect"}`, the socket comes back with
 * backoff, and all listen again; the `welcome` that follows makes the Studio fetch what it missed.
 */
export class ListenerMultiplexer {
  readonly #address: () => string;
  readonly #listeners = new Map<string, Listener>();
  #socket: WebSocket | undefined;
  #lastId = 0;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** @param address gives the WebSocket's URL, asked for at each connection */
  constructor(address: () => string) {
    this.#address = address;
  }

  /**
   * An observable that listens while it is subscribed to. It errors with ChannelError when the lake refuses the query
   * and with DisconnectError when the lake says not to come back.
   */
  listen(request: ListenRequest): Observable<ListenerEvent> {
    return new Observable<ListenerEvent>((subscriber) => {
      const id = String(++this.#lastId);
      const listener: Listener = { request, subscriber, established: false };
      this.#listeners.set(id, listener);
      clearTimeout(this.#idle);
      if (this.#socket?.readyState === WebSocket.OPEN) this.#ask(this.#socket, id, listener);
      else this.#connect();
      return () => this.#stop(id);
    });
  }

  /** Drops the socket and connects again at once: a change of network leaves the old one silently dead. */
  reconnect(): void {
    if (this.#listeners.size === 0) return;
    this.#lose();
    this.#connect();
  }

  #connect(): void {
    if (this.#socket) return;
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.#address());
    this.#socket = socket;
    socket.addEventListener("open", () => {
      for (const [id, listener] of this.#listeners) this.#ask(socket, id, listener);
    });
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket) this.#receive(data);
    });
    socket.addEventListener("close", () => {
      if (socket !== this.#socket) return;
      this.#lose();
      if (this.#listeners.size > 0) {
        // Jitter: after a restart of the lake all open Studios would otherwise come back in the same instant.
        const ceiling = Math.min(firstRetryMs * 2 ** this.#failures++, longestRetryMs);
        this.#retry = setTimeout(() => this.#connect(), ceiling * (0.5 + Math.random() / 2));
      }
    });
  }

  #ask(socket: WebSocket, id: string, { request }: Listener): void {
    socket.send(JSON.stringify({ op: "listen", id, ...request }));
  }

  #receive(data: unknown): void {
    const frame: unknown = typeof data === "string" ? JSON.parse(data) : undefined;
    if (!isFrame(frame)) return;
    const listener = this.#listeners.get(frame.id);
    if (!listener) return;
    const { event } = frame;
    if (event.type === "welcome") {
      listener.established = true;
      this.#failures = 0;
    }
    if (event.type === "channelError") {
      listener.subscriber.error(new ChannelError(reasonOf(event), { ...event }));
    } else if (event.type === "disconnect") {
      listener.subscriber.error(
        new DisconnectError(`Server disconnected client: ${reasonOf(event)}`),
      );
    } else {
      listener.subscriber.next(event);
    }
  }

  #lose(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    for (const listener of [...this.#listeners.values()]) {
      // The Studio gives up on a listener whose first event is a reconnect.
      if (!listener.established) continue;
      listener.established = false;
      listener.subscriber.next({ type: "reconnect" });
    }
  }

  #stop(id: string): void {
    this.#listeners.delete(id);
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ op: "stop", id }));
    }
    if (this.#listeners.size > 0) return;
    // An idle socket must not outlive a sign-out: the lake knows it by the user who opened it.
    clearTimeout(this.#retry);
    this.#idle = setTimeout(() => this.#lose(), idleMs);
  }
}

function isFrame(value: unknown): value is { id: string; event: ListenerEvent } {
  if (typeof value !== "object" || value === null) return false;
  if (!("id" in value) || typeof value.id !== "string") return false;
  if (!("event" in value) || typeof value.event !== "object" || value.event === null) return false;
  return "type" in value.event && typeof value.event.type === "string";
}

function reasonOf(event: ListenerEvent): string {
  if ("message" in event && typeof event.message === "string") return event.message;
  if ("reason" in event && typeof event.reason === "string") return event.reason;
  return "unknown listener error";
}
