import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { problemWithFraming } from "./request-framing";

/** Takes over a WebSocket handshake: responds to it, and from then on owns the socket. */
export type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Handles requests with an `Upgrade` header. A WebSocket handshake that `takes` covers goes to
 * `upgrade`. RFC 9110 §7.8 lets a server ignore any other: it is handled as if the header were not
 * there, under the limits of every request (curl and Java's HTTP client offer h2c with their first
 * request).
 *
 * @param isFlooding whether the request's network floods, and is refused like its other requests
 */
export function handleUpgrades(
  server: Server,
  takes: (path: string) => boolean,
  upgrade: TakeUpgrade,
  isFlooding: (request: IncomingMessage) => boolean,
): void {
  server.on("upgrade", (request, socket, head) => {
    // Node has removed its own listener from the socket: without one, a client that resets the
    // connection ends the process.
    socket.on("error", () => socket.destroy());
    // A pipelined handshake must not write into the response to the request before it.
    if (Reflect.get(socket, "_httpMessage")) return void socket.destroy();
    // Where Node has dropped headers, a request would pass without them as its proxy's own: with
    // 128 others before X-Forwarded-For, anyone could read the mails of a site under trial.
    if (problemWithFraming(request)) return handleAsIs(server, request, socket);
    const isWebSocket = request.headers.upgrade?.toLowerCase() === "websocket";
    if (isWebSocket && takes(request.url ?? "/"))
      return isFlooding(request)
        ? handleAsIs(server, request, socket)
        : upgrade(request, socket, head);
    ignoreUpgrade(server, request, socket, head);
  });
}

/**
 * Passes a request that will be refused to the handler of all requests, whose limits then count it:
 * behind a proxy, one network had 3,600 malformed handshakes a second answered, with half a core.
 */
function handleAsIs(server: Server, request: IncomingMessage, socket: Duplex): void {
  if (!(socket instanceof Socket)) return void socket.destroy();
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once("finish", () => {
    response.detachSocket(socket);
    response.emit("close");
    endSoon(socket);
  });
  server.emit("request", request, response);
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

/** Refuses a handshake. */
export function refuseUpgrade(socket: Duplex, status: string, sentence: string): void {
  const type = "Content-Type: text/plain; charset=utf-8\r\nCache-Control: no-store";
  const length = `Content-Length: ${Buffer.byteLength(sentence) + 1}`;
  socket.write(
    `HTTP/1.1 ${status}\r\nConnection: close\r\n${type}\r\n${length}\r\n\r\n${sentence}\n`,
  );
  endSoon(socket);
}

/**
 * Ends a connection. A client that keeps its side open all the same is cut off, or it would hold a
 * socket.
 */
const endSoon = (socket: Duplex) =>
  socket.end(() => void setTimeout(() => socket.destroy(), refusalMilliseconds).unref());

const refusalMilliseconds = 2_000;
