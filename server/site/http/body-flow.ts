import type { IncomingMessage } from "node:http";
import { allowancesOf, TokenBuckets } from "@platen/kit";
import { hasBody } from "./request-framing";

/**
 * A read of at least this many bytes is not counted: an upload on a fast line has no smaller ones.
 */
const freeBytes = 16_384;

/**
 * Smaller reads are limited per network; further ones wait. Each takes about 20 µs whatever its
 * size, so the limit is about 1 % of a core.
 */
const reads = { burst: 1_000, perSecond: 500 };

/** How long a connection waits at most before it is read again, in milliseconds. */
const maxWaitMilliseconds = 5_000;

/**
 * Reads the bodies of requests at a limited rate. Where more than a thousand connections have
 * something to read, libuv reads them up to 48 times in one turn of the event loop: two thousand
 * forms in pieces of 70 bytes made turns of a second.
 */
export class BodyFlow {
  readonly #reads = new TokenBuckets(reads);

  /**
   * Call it as soon as a request arrives. What is still to come of its body stays in the kernel
   * until something reads the request, and is then read at its network's rate.
   */
  limit(request: IncomingMessage, clientIp: () => string): void {
    if (!hasBody(request)) return;
    // Node resumes the connection once something reads the request.
    afterParsing(request, () => {
      if (request.readableFlowing === null) request.socket.pause();
    });
    request.once("resume", () => this.#limitReads(request, clientIp()));
  }

  #limitReads(request: IncomingMessage, clientIp: string): void {
    const { socket } = request;
    const shares = allowancesOf(clientIp).map(({ name: key, networks }) => ({
      key,
      tokens: 1 / networks,
    }));
    let isWaiting = false;
    const read = () => {
      isWaiting = false;
      socket.resume();
    };
    request.on("data", ({ length }: Buffer) => {
      if (length >= freeBytes || isWaiting) return;
      const wait = this.#reads.reserveAll(shares, maxWaitMilliseconds) ?? maxWaitMilliseconds;
      if (wait === 0) return;
      isWaiting = true;
      afterParsing(request, () => {
        socket.pause();
        setTimeout(read, wait).unref();
      });
    });
  }
}

/**
 * Calls `pause` once what has arrived is parsed, unless the body was complete in it: the next
 * request on the connection must not wait.
 */
function afterParsing(request: IncomingMessage, pause: () => void): void {
  queueMicrotask(() => {
    if (!request.complete && !request.socket.destroyed) pause();
  });
}
