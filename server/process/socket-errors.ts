import { STATUS_CODES, type Server } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";

interface ListenerOptions {
  logger: Logger;
  /** Receives a connection whose request could not be parsed, and how many bytes of it were. */
  onUnparsable?: (socket: Socket, bytes: number) => void;
  /** Whether what cannot be parsed is refused after a delay. */
  delaysUnparsable?: boolean;
  /** Headers of the responses that no handler sees. */
  headers: Record<string, string>;
}

/**
 * Protects a server from its clients and its machine: every socket has an error listener, what the
 * HTTP parser rejects gets a response with the security headers, and an error of the listening
 * socket (no file descriptor is left to accept with) is logged instead of ending the process. Call
 * it once the server listens.
 */
export function handleSocketErrors(
  server: Server,
  { logger, headers, onUnparsable, delaysUnparsable = false }: ListenerOptions,
): void {
  let delayed = 0;
  const refusing = new WeakSet<Duplex>();
  server.on("connection", (socket: Socket) => void socket.on("error", () => socket.destroy()));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Node reports each chunk that follows: one connection took as many of the places as it liked.
    if (refusing.has(socket)) return;
    // A client that disconnected or timed out sent nothing wrong.
    const isUnparsable = error.code?.startsWith("HPE_") ?? false;
    if (isUnparsable && socket instanceof Socket) onUnparsable?.(socket, bytesParsed(error));
    const refuse = () => refuseUnparsed(socket, statusOf(error.code), headers);
    if (!isUnparsable || !delaysUnparsable || delayed >= maxDelayed) return refuse();
    delayed += 1;
    refusing.add(socket);
    socket.pause();
    const timeout = setTimeout(refuse, delayMilliseconds);
    socket.once("close", () => {
      delayed -= 1;
      clearTimeout(timeout);
    });
  });
  server.on("error", (err) => logger.error({ err }, "Connections cannot be accepted."));
}

/**
 * How long a request that cannot be parsed waits for its refusal behind a proxy, and how many wait
 * at most: one network had 4,500 a second refused, with half a core.
 */
const delayMilliseconds = 5_000;
const maxDelayed = 200;

/** Of the chunk in which the parser found the error. */
const bytesParsed = (error: object): number =>
  "bytesParsed" in error && typeof error.bytesParsed === "number" ? error.bytesParsed : 0;

/** As Node does by default, without our headers. */
function statusOf(code: string | undefined): number {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return 431;
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return 413;
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return 408;
    default:
      return 400;
  }
}

function refuseUnparsed(socket: Duplex, status: number, headers: Record<string, string>): void {
  const inFlight: unknown = Reflect.get(socket, "_httpMessage");
  const headersSent =
    typeof inFlight === "object" &&
    inFlight !== null &&
    "headersSent" in inFlight &&
    inFlight.headersSent === true;
  // In the middle of another response this one would be read as its content.
  if (socket.writable && !headersSent) {
    const body = `${status} ${STATUS_CODES[status]}\n`;
    const lines = Object.entries({
      ...headers,
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Length": body.length,
      "Cache-Control": "no-store",
      Connection: "close",
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  }
  socket.destroy();
}
