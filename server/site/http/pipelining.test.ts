import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { Pipelining } from "./pipelining";
import { listenDuringTest } from "../../testing/listen";

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const last = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

async function serve() {
  const floods: Socket[] = [];
  const pipelining = new Pipelining((socket) => void floods.push(socket));
  const begun: string[] = [];
  const server = createServer((request, response) => {
    pipelining.inTurn(request, response, () => {
      begun.push(request.url ?? "");
      if (request.url !== "/slow") response.end(request.url);
    });
  });
  const port = await listenDuringTest(server);
  async function send(bytes: string) {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(bytes);
    return socket;
  }
  return { floods, begun, send };
}

test("a client that sends one request ahead gets both responses in order", async () => {
  const { send } = await serve();
  const responses = await text(await send(request("/1") + last));
  expect(responses.match(/(?<!HTTP)\/(\d|last)/g)).toEqual(["/1", "/last"]);
});

test("a connection with too many pipelined requests is closed, and the rest is not answered", async () => {
  const { send, begun, floods } = await serve();
  const socket = await send(request("/slow") + request("/").repeat(2_000));
  socket.on("error", () => {});
  await once(socket, "close");
  // Requests that waited behind it held nothing.
  expect(begun).toEqual(["/slow"]);
  // One, and one for each 128 that were parsed although it was closed: its network is blocked at
  // once.
  expect(floods.length).toBeGreaterThan(5);
});

test("a connection may send any number of requests one after the other", async () => {
  const { send, begun } = await serve();
  const socket = await send(request("/"));
  for (let n = 0; n < 40; n += 1) {
    await once(socket, "data");
    socket.write(request("/"));
  }
  await once(socket, "data");
  expect(begun).toHaveLength(41);
  socket.destroy();
});
