import { readFileSync } from "node:fs";
import { STATUS_CODES, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { networkOf } from "./network";

/** Sockets that one network may have open: an office of eighty browsers with six each. */
const maxOfNetwork = 512;

/** An idle connection takes some ten kilobytes: more of them than this are no visitors. */
const maxTotal = 20_000;

/** File descriptors for everything but connections: files, the database, threads, the process itself. */
const reservedFiles = 256;

/** What a process may open where nothing says so. */
const usualFiles = 4_096;

/**
 * How many connections the process may accept, by its limit of file descriptors: each may need a second one to a
 * service. Beyond that limit nothing could be opened any more, no file and no connection to the database either.
 */
export function maxConnections(files = fileLimit()): number {
  return Math.max(64, Math.min(maxTotal, Math.floor((files - reservedFiles) / 2)));
}

function fileLimit(): number {
  try {
    const [, soft] =
      /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? usualFiles : Number(soft);
  } catch {
    // No Linux.
    return usualFiles;
  }
}

/** A socket, as far as counting it goes. */
interface Counted {
  remoteAddress?: string | undefined;
  once(event: "close", listener: () => void): unknown;
}

/** Counts the open connections of each network. */
export class ConnectionsByNetwork {
  readonly #counts = new Map<string, number>();

  /** Counts a connection until it closes. Returns false when its network has too many. */
  admit(socket: Counted): boolean {
    const network = networkOf(socket.remoteAddress ?? "");
    const count = this.#counts.get(network) ?? 0;
    if (count >= maxOfNetwork) return false;
    this.#counts.set(network, count + 1);
    socket.once("close", () => {
      const left = (this.#counts.get(network) ?? 1) - 1;
      if (left > 0) this.#counts.set(network, left);
      else this.#counts.delete(network);
    });
    return true;
  }
}

interface ListenerOptions {
  logger: Logger;
  /** Of responses that no handler sees. */
  headers: Record<string, string>;
}

/**
 * Makes a server survive its clients and its machine: every socket has an error listener, what the HTTP parser refuses
 * gets a response with the security headers, and an error of the listening socket (no file descriptor is left to accept
 * with) is told instead of ending the process. Call it once the server listens.
 */
export function guardServer(server: Server, { logger, headers }: ListenerOptions): void {
  server.on("connection", (socket: Socket) => void socket.on("error", () => socket.destroy()));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) =>
    refuseUnparsed(socket, statusOf(error.code), headers),
  );
  server.on("error", (err) => logger.error({ err }, "Connections cannot be accepted."));
}

/** As Node does by itself, which sends no header of ours. */
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
  const begun =
    typeof inFlight === "object" &&
    inFlight !== null &&
    "headersSent" in inFlight &&
    inFlight.headersSent === true;
  // In the middle of another response this one would be read as its content.
  if (socket.writable && !begun) {
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
