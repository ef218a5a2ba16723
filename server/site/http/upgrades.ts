import { STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { problemWithFraming } from "./request-framing";

/** Takes over a WebSocket handshake: responds to it, and from then on owns the socket. */
export type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Handles requests with an `Upgrade` header. A WebSocket handshake that `takes` covers goes to
 * `upgrade`. RFC 9110 §7.8 lets a server ignore any other: it is handled as if the header were not
 * there, under the limits of every request (curl and Java's HTTP client offer h2c with their first
 * request).
 */
export function handleUpgrades(
  server: Server,
  takes: (path: string) => boolean,
  upgrade: TakeUpgrade,
): void {
  server.on("upgrade", (request, socket, head) => {
    // Node has removed its own listener from the socket: without one, a client that resets the
    // connection ends the process.
    socket.on("error", () => socket.destroy());
    // A pipelined handshake must not write into the response to the request before it.
    if (Reflect.get(socket, "_httpMessage")) return void socket.destroy();
    // Where Node has dropped headers, a request would pass without them as its proxy's own: with
    // 128 others before X-Forwarded-For, anyone could read the mails of a site under trial.
    const problem = problemWithFraming(request);
    if (problem) {
      const status = `${problem.status} ${STATUS_CODES[problem.status]}`;
      return refuseUpgrade(socket, status, problem.sentence);
    }
    const isWebSocket = request.headers.upgrade?.toLowerCase() === "websocket";
    if (isWebSocket && takes(request.url ?? "/")) return upgrade(request, socket, head);
    ignoreUpgrade(server, request, socket, head);
  });
}

/**
 * Sends the request through the parser once more, without the headers that request another
 * protocol.
 */
function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, rest: Buffer) {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? "";
    if (/^(?:upgrade|http2-settings|connection)$/i.test(name)) continue;
    lines.push(`${name}: ${request.rawHeaders[index + 1]}`);
  }
  lines.push("Connection: close", "", "");
  socket.unshift(Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), rest]));
  server.emit("connection", socket);
}

/**
 * Refuses a handshake. A client that keeps the connection open all the same is cut off, or it would
 * hold a socket.
 */
export function refuseUpgrade(socket: Duplex, status: string, sentence: string): void {
  const type = "Content-Type: text/plain; charset=utf-8\r\nCache-Control: no-store";
  const length = `Content-Length: ${Buffer.byteLength(sentence) + 1}`;
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\n${type}\r\n${length}\r\n\r\n${sentence}\n`,
    () => void setTimeout(() => socket.destroy(), refusalMilliseconds).unref(),
  );
}

const refusalMilliseconds = 2_000;
