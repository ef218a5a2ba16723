import { connect, type Socket } from "node:net";

/**
 * How a client disconnects once everything is sent. The last three cause a reset on the other side.
 */
export const endings = ["wait", "half-close", "reset", "reset on response", "unread"] as const;
export type Ending = (typeof endings)[number];

/** What a client sends over one connection. */
export interface Delivery {
  port: number;
  /** The client's own loopback IP address: limits count each as its own network. */
  from: string;
  /** Sent one after the other, each in packets of its own. */
  parts: readonly Buffer[];
  /** Sent once something was received, before the end: what follows a handshake. */
  afterResponse?: Buffer;
  end: Ending;
  /** The timeout in milliseconds: unfinished requests and event streams have no end. */
  timeout?: number;
}

export interface Exchange {
  statuses: number[];
  /** What was received, as Latin-1, cut off at `maxBytes`. */
  text: string;
}

/** Longer responses are not read to their end: their beginning shows what happened. */
const maxBytes = 200_000;

/**
 * Sends bytes as they are, bypassing every HTTP client's rules.
 *
 * @returns what was received until either side closed the connection.
 * @throws when nothing listens.
 */
export function exchange(delivery: Delivery): Promise<Exchange> {
  const { port, from, parts, afterResponse, end, timeout = 2_000 } = delivery;
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress: from, allowHalfOpen: true });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let refusal: Error | null = null;
    const timer = setTimeout(() => socket.destroy(), timeout);
    if (end !== "unread") {
      socket.on("data", (chunk: Buffer) => {
        if (chunks.length === 0 && afterResponse) {
          socket.write(afterResponse, () => setTimeout(() => leave(socket, end), 100));
        }
        chunks.push(chunk);
        bytes += chunk.length;
        if (end === "reset on response") socket.resetAndDestroy();
        else if (bytes > maxBytes || isEventStream(chunk)) socket.destroy();
      });
      socket.once("end", () => socket.destroy());
    }
    socket.once("error", (error: NodeJS.ErrnoException) => {
      // All others mean that the server closed first, as it may.
      if (error.code === "ECONNREFUSED") refusal = error;
    });
    socket.once("close", () => {
      clearTimeout(timer);
      const text = Buffer.concat(chunks).toString("latin1");
      if (refusal) reject(refusal);
      else resolve({ statuses: statusesIn(text), text });
    });
    socket.once("connect", () => deliver(socket, parts, afterResponse ? "wait" : end));
  });
}

const leave = (socket: Socket, end: Ending) =>
  end === "reset" ? socket.resetAndDestroy() : socket.destroy();

/** It has no end. */
const isEventStream = (chunk: Buffer) => chunk.subarray(0, 2_000).includes("text/event-stream");

function deliver(socket: Socket, parts: readonly Buffer[], end: Ending): void {
  const [part, ...rest] = parts;
  if (socket.destroyed) return;
  if (part !== undefined) {
    socket.write(part, () => setImmediate(() => deliver(socket, rest, end)));
  } else if (end === "half-close") socket.end();
  else if (end === "reset") socket.resetAndDestroy();
  // Data that arrives meanwhile and is not read turns the close into a reset.
  else if (end === "unread") setTimeout(() => socket.destroy(), 10);
}

const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, status]) => Number(status));

/** Does something with each item, with this many at the same time. */
export async function inTurns<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.values();
  const next = async () => {
    for (const item of waiting) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return results;
}
