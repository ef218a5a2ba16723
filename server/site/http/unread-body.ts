import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { hasBody } from "./request-framing";

/** How long a client has to read the response before its connection is closed … */
const graceMilliseconds = 1_000;

/** … and what it may send meanwhile … */
const graceBytes = 1_000_000;

/** … which is read this often: a piece costs the same whatever its size. */
const readingMilliseconds = 100;

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
    // Node calls it once the response was sent, and closes immediately: unread bytes then reset the
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
  socket.resume();
  socket.end();
  const reading = setInterval(() => socket.resume(), readingMilliseconds).unref();
  const timeout = setTimeout(() => socket.destroy(), graceMilliseconds).unref();
  socket.once("close", () => {
    clearInterval(reading);
    clearTimeout(timeout);
  });
}
