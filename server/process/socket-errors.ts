import { STATUS_CODES, type Server } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";

interface ListenerOptions {
  logger: Logger;
  /** Receives a connection whose request could not be parsed. */
  onUnparsable?: (socket: Socket) => void;
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
  { logger, headers, onUnparsable }: ListenerOptions,
): void {
  server.on("connection", (socket: Socket) => void socket.on("error", () => socket.destroy()));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // A client that disconnected or timed out sent nothing wrong.
    if (socket instanceof Socket && error.code?.startsWith("HPE_")) onUnparsable?.(socket);
    refuseUnparsed(socket, statusOf(error.code), headers);
  });
  server.on("error", (err) => logger.error({ err }, "Connections cannot be accepted."));
}

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
