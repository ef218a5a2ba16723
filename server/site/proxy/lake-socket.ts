import {
  request as openRequest,
  STATUS_CODES,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from "node:http";
import type { Duplex, Writable } from "node:stream";
import { refuseUpgrade } from "../http/upgrades";

/** How often the access of an open WebSocket or event stream is checked again. */
const recheckMilliseconds = 60_000;

interface LakeSocket {
  lake: URL;
  /** The visitor's request to upgrade, its connection, and what already came on it. */
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  /** What the lake receives, credentials included. */
  headers: OutgoingHttpHeaders;
  mayStay: () => Promise<boolean>;
}

/** Connects a visitor's WebSocket with the lake, for as long as the visitor has access. */
export function openLakeSocket({
  lake,
  request,
  socket,
  head,
  headers,
  mayStay,
}: LakeSocket): void {
  const upstream = openRequest({
    host: lake.hostname,
    port: lake.port,
    path: request.url,
    // A connection of its own: the lake may be closing an idle one of the pool, and an upgrade is
    // not tried again.
    agent: false,
    headers: { ...headers, Connection: "Upgrade", Upgrade: "websocket" },
  });
  upstream.on("error", () => {
    // A client that is only cut off cannot tell a lake that restarts from a network that fails.
    if (socket.writable)
      refuseUpgrade(socket, "503 Service Unavailable", "The content lake is not responding.");
  });
  // A client that disconnects before the lake has responded must leave no connection open.
  socket.on("close", () => upstream.destroy());
  if (socket.destroyed) upstream.destroy();
  upstream.on("response", ({ statusCode }) => {
    refuseUpgrade(socket, refusalOf(statusCode), "The content lake does not open this WebSocket.");
  });
  upstream.on("upgrade", (response, lakeSocket, lakeHead) => {
    const lines = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(["HTTP/1.1 101 Switching Protocols", ...lines, "", ""].join("\r\n"));
    if (lakeHead.length > 0) socket.write(lakeHead);
    if (head.length > 0) lakeSocket.write(head);
    closeWhenAccessEnds(socket, mayStay);
    socket.on("close", () => lakeSocket.destroy());
    lakeSocket.on("close", () => socket.destroy());
    lakeSocket.on("error", () => socket.destroy());
    // An open Studio may be silent for longer than the idle timeout of other connections.
    request.socket.setTimeout(0);
    socket.pipe(lakeSocket);
    lakeSocket.pipe(socket);
  });
  upstream.end();
}

/** Closes a connection within a minute after its user has lost access. */
export function closeWhenAccessEnds(connection: Writable, mayStay: () => Promise<boolean>): void {
  // A client may have disconnected before: without another `close` the checks would never end.
  if (connection.destroyed) return;
  const recheck = setInterval(() => {
    mayStay().then(
      (may) => may || connection.destroy(),
      () => {}, // The database is unavailable for now: the next round checks again.
    );
  }, recheckMilliseconds);
  connection.once("close", () => clearInterval(recheck));
}

/**
 * The lake's refusal of a handshake, as the client receives it; anything else is a fault on our
 * side.
 */
const refusalOf = (status = 502) =>
  status >= 400 && status < 500
    ? `${status} ${STATUS_CODES[status] ?? "Refused"}`
    : "502 Bad Gateway";
