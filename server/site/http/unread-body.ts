import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { endSiteOf, RoundRobin } from "@platen/kit";
import { hasBody } from "./request-framing";

/** How long a client has to read the response before its connection is closed … */
const graceMilliseconds = 1_000;

/** … and what it may send meanwhile … */
const graceBytes = 1_000_000;

/** … which is read this often: a piece costs the same whatever its size … */
const readingMilliseconds = 100;

/**
 * … from so many connections at a time, in turns by network. Each read takes 20 µs: with 4,500
 * connections of ten networks, each read ten times, one page in twenty waited for 96 ms.
 */
const maxReads = 100;

/**
 * Closes the connection of a request that gets its response before its whole body was read. Node
 * would parse the rest for as long as it comes: twenty connections that sent a logout with an
 * endless body, in chunks of one byte, made a cached page wait for ten seconds.
 */
export function closeUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request.once("end", () => (response.shouldKeepAlive = shouldKeepAlive));
  response.once("prefinish", () => {
    // Node calls it once the response was sent, and closes at once: unread bytes then reset the
    // connection, and the client loses the response.
    if (!request.complete) socket.destroySoon = () => linger(socket);
  });
}

/** Ends a connection; what still arrives is dropped without being parsed. */
function linger(socket: Socket): void {
  const limit = socket.bytesRead + graceBytes;
  socket.removeAllListeners("data");
  // Node's parser reads past the socket until a listener is added.
  socket.on("data", () => {
    if (socket.bytesRead > limit) socket.destroy();
    socket.pause();
  });
  socket.pause();
  socket.end();
  lingering.add(socket);
  const timeout = setTimeout(() => socket.destroy(), graceMilliseconds).unref();
  socket.once("close", () => clearTimeout(timeout));
}

/** Reads the connections whose responses were sent before their requests had been read. */
class LingeringSockets {
  readonly #waiting = new RoundRobin<Socket>();
  #reading: NodeJS.Timeout | undefined;

  add(socket: Socket): void {
    this.#waiting.add(endSiteOf(socket.remoteAddress ?? ""), socket);
    this.#reading ??= setInterval(() => this.#readSome(), readingMilliseconds).unref();
  }

  #readSome(): void {
    const read: Socket[] = [];
    for (let next; read.length < maxReads && (next = this.#waiting.take());)
      if (!next.destroyed) read.push(next);
    if (read.length === 0) {
      clearInterval(this.#reading);
      this.#reading = undefined;
    }
    for (const socket of read) {
      socket.resume();
      this.add(socket);
    }
  }
}

const lingering = new LingeringSockets();
