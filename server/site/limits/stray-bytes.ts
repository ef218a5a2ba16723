import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { hasBody } from "../http/request-framing";

const roundMilliseconds = 1_000;

/**
 * How much of a flood a request counts as when its head arrived in two rounds in a row. Slow links
 * do that now and then; heads that two hundred connections sent byte by byte took 0.4 of a core.
 */
const slowHeadWeight = 1 / 25;

/** What a connection has sent. */
interface Received {
  /** All bytes until its last request, or the end of that request's body. */
  ofRequests: number;
  /** All bytes at the last round, when they were more than that. */
  atLastRound: number | null;
  /** Its bytes belong to a request's body. */
  isInBody: boolean;
}

/**
 * Closes connections that send bytes which belong to no request, and counts slow heads. Node parses
 * empty lines between two requests for as long as they come, and no timeout begins with them: two
 * hundred connections that sent nothing else had an uncached page take three seconds.
 *
 * @param maxHeadBytes what may arrive before a request has begun
 * @param onFlood receives such a connection, and which part of a flood it is: all of one by default
 */
export function watchStrayBytes(
  server: Server,
  maxHeadBytes: number,
  onFlood: (socket: Socket, part?: number) => void,
): void {
  const connections = new Map<Socket, Received>();
  const add = (socket: Socket) => {
    const received = { ofRequests: socket.bytesRead, atLastRound: null, isInBody: false };
    connections.set(socket, received);
    socket.once("close", () => connections.delete(socket));
  };
  const begin = (request: IncomingMessage) => {
    const { socket } = request;
    const received = connections.get(socket);
    if (!received) return;
    received.ofRequests = socket.bytesRead;
    if (!hasBody(request)) return;
    received.isInBody = true;
    request.once("close", () => {
      received.isInBody = false;
      received.ofRequests = socket.bytesRead;
    });
  };
  server.on("connection", add);
  server.on("request", begin);
  server.on("checkExpectation", begin);
  // From then on it sends no requests. Whatever refuses the upgrade reports the connection again.
  server.on("upgrade", ({ socket }) => connections.delete(socket));

  const round = setInterval(() => {
    for (const [socket, received] of connections) {
      const stray = received.isInBody ? 0 : socket.bytesRead - received.ofRequests;
      const grows = stray > 0 && received.atLastRound !== socket.bytesRead;
      if (stray > maxHeadBytes) {
        socket.destroy();
        onFlood(socket);
      } else if (grows && received.atLastRound !== null) onFlood(socket, slowHeadWeight);
      received.atLastRound = stray > 0 ? socket.bytesRead : null;
    }
  }, roundMilliseconds).unref();
  server.once("close", () => clearInterval(round));
}
