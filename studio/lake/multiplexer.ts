import { ChannelError, DisconnectError } from "@sanity/client";
import { BehaviorSubject, Observable, type Subscriber } from "rxjs";
import type { ListenerEvent, ListenRequest, MutationEvent } from "./listener-events";

interface Listener {
  request: ListenRequest;
  subscriber: Subscriber<ListenerEvent>;
  /** Between the lake's `welcome` or `welcomeback` and the next loss of the socket. */
  established: boolean;
  /**
   * The transaction up to which it has received everything; undefined for none, or for a listener
   * that must reload.
   */
  position: string | undefined;
  /** A resume request from there is pending. */
  resuming: boolean;
  /** How many such requests in a row were interrupted by the loss of the socket. */
  interruptions: number;
  /** The last transaction that it received. */
  lastDelivered: string | undefined;
  /** Events of a transaction that has not fully arrived. */
  partial: MutationEvent[];
}

const firstRetryMilliseconds = 250;
const maxRetryMilliseconds = 10_000;
const idleMilliseconds = 1_000;
/**
 * After this many interruptions a listener reloads: what it missed may be more than a socket
 * carries. Not after the first, because an unstable connection usually drops again: the form lost
 * what was typed when the network went away twice within a second.
 */
const maxInterruptions = 10;

/**
 * Carries every listener of the Studio over one WebSocket.
 *
 * A browser opens at most six HTTP/1.1 connections to a host, and the Studio listens six times with
 * a single document open: as event streams they would starve every other request.
 *
 * Frames to the lake: `{op: "listen", id, query, params, options, lastEventId?}` and `{op: "stop",
 * id}`; from it: `{id, event}`. When the socket drops, it reconnects with backoff, and all listen
 * again.
 *
 * A listener with `enableResume`, as forms have, does not notice: it gets what it missed, and then
 * `welcomeback`. Notified of the loss, the form would take no more input, and then rerender from
 * the lake's state, without the edits in flight. Any other listener that was established emits
 * `{type: "reconnect"}`, and the `welcome` that follows makes the Studio fetch what it missed.
 */
export class ListenerMultiplexer {
  /** Whether the socket is open, or nobody needs it. */
  readonly isConnected = new BehaviorSubject(true);
  readonly #url: () => string;
  readonly #listeners = new Map<string, Listener>();
  #socket: WebSocket | undefined;
  /** The last transaction that any listener received. */
  #newest: string | undefined;
  #lastId = 0;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** @param url returns the WebSocket's URL, called at each connection */
  constructor(url: () => string) {
    this.#url = url;
  }

  /**
   * An observable that listens while it is subscribed to. It errors with ChannelError when the lake
   * refuses the query and with DisconnectError when the lake tells it not to reconnect.
   */
  listen(request: ListenRequest): Observable<ListenerEvent> {
    return new Observable<ListenerEvent>((subscriber) => {
      const id = String(++this.#lastId);
      const listener: Listener = {
        request,
        subscriber,
        established: false,
        position: undefined,
        resuming: false,
        interruptions: 0,
        lastDelivered: undefined,
        partial: [],
      };
      this.#listeners.set(id, listener);
      clearTimeout(this.#idle);
      if (this.#socket?.readyState === WebSocket.OPEN) this.#sendListen(this.#socket, id, listener);
      else this.#connect();
      return () => this.#stop(id);
    });
  }

  /**
   * Drops the socket and reconnects immediately: a change of network leaves the old one silently
   * dead.
   */
  reconnect(): void {
    if (this.#listeners.size === 0) return;
    this.#dropSocket();
    this.#connect();
  }

  #connect(): void {
    if (this.#socket) return;
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.#url());
    this.#socket = socket;
    socket.addEventListener("open", () => {
      if (socket !== this.#socket) return socket.close();
      this.isConnected.next(true);
      for (const [id, listener] of this.#listeners) this.#sendListen(socket, id, listener);
    });
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket) this.#receive(data);
    });
    socket.addEventListener("close", () => {
      if (socket !== this.#socket) return;
      this.#dropSocket();
      if (this.#listeners.size > 0) {
        // Jitter: after a restart of the lake all open Studios would otherwise reconnect in the
        // same instant.
        const ceiling = Math.min(
          firstRetryMilliseconds * 2 ** this.#failures++,
          maxRetryMilliseconds,
        );
        this.#retry = setTimeout(() => this.#connect(), ceiling * (0.5 + Math.random() / 2));
      }
    });
  }

  #sendListen(socket: WebSocket, id: string, listener: Listener): void {
    const { request, position } = listener;
    listener.resuming = position !== undefined;
    socket.send(JSON.stringify({ op: "listen", id, ...request, lastEventId: position }));
  }

  #receive(data: unknown): void {
    const frame: unknown = typeof data === "string" ? JSON.parse(data) : undefined;
    if (!isFrame(frame)) return;
    const listener = this.#listeners.get(frame.id);
    if (!listener) return;
    const { event } = frame;
    if (event.type === "welcome" || event.type === "welcomeback") {
      listener.established = true;
      listener.resuming = false;
      listener.interruptions = 0;
      this.#failures = 0;
      const last = lastEventIdOf(event);
      if (last) this.#advance(last);
      if (resumes(listener)) listener.position = last;
    }
    if (event.type === "channelError") {
      listener.subscriber.error(new ChannelError(reasonOf(event), { ...event }));
    } else if (event.type === "disconnect") {
      listener.subscriber.error(
        new DisconnectError(`Server disconnected client: ${reasonOf(event)}`),
      );
    } else if (isMutation(event)) {
      this.#deliver(listener, event);
    } else {
      listener.subscriber.next(event);
    }
  }

  /** The lake sends a transaction only after it has sent the previous one to everyone. */
  #advance(transactionId: string): void {
    if (transactionId === this.#newest) return;
    for (const listener of this.#listeners.values())
      if (listener.established && resumes(listener)) listener.position = this.#newest;
    this.#newest = transactionId;
  }

  #deliver(listener: Listener, event: MutationEvent): void {
    // Events before its welcome are catch-up: other listeners have received them.
    if (listener.established) this.#advance(event.transactionId);
    if (!resumes(listener)) return listener.subscriber.next(event);
    // It resumes from the transaction before the newest, and may have received the newest.
    if (event.transactionId === listener.lastDelivered) return;
    // Half a transaction, and the other half after a `welcomeback`, would lock the form
    // permanently.
    listener.partial.push(event);
    if (listener.partial.length < event.transactionTotalEvents) return;
    listener.lastDelivered = event.transactionId;
    // If the resume is interrupted, it must not receive this again.
    if (listener.resuming) listener.position = event.transactionId;
    for (const each of listener.partial.splice(0)) listener.subscriber.next(each);
  }

  #dropSocket(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    // Closing while connecting is an error for a browser: it is closed once it is open.
    if (socket && socket.readyState !== socket.CONNECTING) socket.close();
    this.isConnected.next(this.#listeners.size === 0);
    for (const listener of [...this.#listeners.values()]) {
      listener.partial = [];
      if (listener.resuming) listener.interruptions += 1;
      const isLost = listener.position === undefined || listener.interruptions === maxInterruptions;
      if (isLost) listener.position = undefined;
      // The Studio gives up on a listener whose first event is a reconnect.
      const wasEstablished = listener.established || listener.resuming;
      listener.established = false;
      listener.resuming = false;
      if (isLost && wasEstablished) listener.subscriber.next({ type: "reconnect" });
    }
    this.#newest = undefined;
  }

  #stop(id: string): void {
    this.#listeners.delete(id);
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ op: "stop", id }));
    }
    if (this.#listeners.size > 0) return;
    // An idle socket must not outlive a sign-out: the lake knows it by the user who opened it.
    clearTimeout(this.#retry);
    this.#idle = setTimeout(() => this.#dropSocket(), idleMilliseconds);
  }
}

const resumes = ({ request }: Listener) => request.options.enableResume === true;

function isMutation(event: ListenerEvent): event is MutationEvent {
  return (
    event.type === "mutation" &&
    "transactionId" in event &&
    typeof event.transactionId === "string" &&
    "transactionTotalEvents" in event &&
    typeof event.transactionTotalEvents === "number"
  );
}

function lastEventIdOf(event: ListenerEvent): string | undefined {
  return "lastEventId" in event && typeof event.lastEventId === "string"
    ? event.lastEventId
    : undefined;
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
