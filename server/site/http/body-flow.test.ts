import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { BodyFlow } from "./body-flow";
import { listenDuringTest } from "../../testing/listen";

/** A server that limits how bodies are read, and a connection to it. */
async function serve() {
  const flow = new BodyFlow();
  const server = createServer((request) => flow.limit(request, () => "192.0.2.1"));
  const port = await listenDuringTest(server);
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return { server, socket };
}

const head = (length: number) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;

/** Counts the pieces in which a body is read, and its bytes. */
async function read(request: IncomingMessage) {
  let pieces = 0;
  let bytes = 0;
  request.on("data", (piece: Buffer) => {
    pieces += 1;
    bytes += piece.length;
  });
  await once(request, "end");
  return { pieces, bytes };
}

const small = Buffer.alloc(64);

/** Sends pieces, each of which could be read by itself. */
async function send(socket: NodeJS.WritableStream, pieces: number) {
  for (let n = 0; n < pieces; n += 1) {
    socket.write(small);
    await setImmediate();
  }
}

test("a body in small pieces is read whole, and beyond its network's reads in few", async () => {
  const { server, socket } = await serve();
  const arrived = once(server, "request");
  socket.write(head(small.length * 3_000));
  const [request] = await arrived;
  const body = read(request);
  await send(socket, 3_000);
  const { pieces, bytes } = await body;
  expect(bytes).toBe(small.length * 3_000);
  expect(pieces).toBeLessThan(2_000);
});

test("what follows of a body stays in the kernel until something reads the request", async () => {
  const { server, socket } = await serve();
  const arrived = once(server, "request");
  socket.write(head(small.length * 100));
  socket.write(small);
  const [request] = await arrived;
  await send(socket, 99);
  expect(request.readableLength).toBeLessThanOrEqual(small.length);
  const { pieces, bytes } = await read(request);
  expect(bytes).toBe(small.length * 100);
  expect(pieces).toBeLessThan(10);
});

test("a connection whose body was complete is read at once", async () => {
  const { server, socket } = await serve();
  for (let n = 0; n < 2; n += 1) {
    const arrived = once(server, "request");
    socket.write(`${head(4)}body`);
    const [request, response] = await arrived;
    expect(await read(request)).toEqual({ pieces: 1, bytes: 4 });
    expect(request.socket.isPaused()).toBe(false);
    response.end();
  }
});

test("a client that disconnects while it waits to be read ends its request", async () => {
  const { server, socket } = await serve();
  const arrived = once(server, "request");
  socket.write(head(1_000_000));
  const [request] = await arrived;
  const closed = new Promise((close) => request.once("error", () => {}).once("close", close));
  request.resume();
  await send(socket, 1_500);
  socket.resetAndDestroy();
  await closed;
});
