import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LakeForwarder } from "./lake-forwarder";

let lake: Server;
let forwarder: LakeForwarder;
let site: Server;
let port: number;

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

beforeAll(async () => {
  // More than the system's own buffers of a connection.
  const large = Buffer.alloc(8_000_000, "a");
  lake = createServer((_request, response) => response.end(large));
  forwarder = new LakeForwarder(new URL(`http://127.0.0.1:${await listen(lake)}`));
  site = createServer((request, response) => {
    const Authorization = String(request.headers["x-token"]);
    const network = String(request.headers["x-network"]);
    void forwarder.forward(request, response, network, { Authorization });
  });
  port = await listen(site);
});
afterAll(() => {
  forwarder.close();
  for (const server of [site, lake]) {
    server.closeAllConnections();
    server.close();
  }
});

const path = "/lake/vX/data/query/production?query=*";

/** Requests a response, and does not read it. */
async function leaveUnread(network: string, token: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").pause();
  await once(socket, "connect");
  const headers = `Host: a\r\nX-Network: ${network}\r\nX-Token: ${token}`;
  socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
  await once(socket, "readable");
  return socket;
}

test("unread responses to two tokens on four networks give way to another user's query", async () => {
  const unread = await Promise.all(
    Array.from({ length: 256 }, (_, n) => leaveUnread(`198.51.100.${n % 4}`, `leaked ${n % 2}`)),
  );
  const asking = get({
    ...{ port, host: "127.0.0.1", path },
    headers: { "X-Network": "198.51.100.9", "X-Token": "own" },
  });
  const [response]: IncomingMessage[] = await once(asking, "response");
  expect(response?.resume().statusCode).toBe(200);
  for (const socket of unread) socket.destroy();
}, 120_000);
