import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchStrayBytes } from "./stray-bytes";

let server: Server;
let floods: (number | undefined)[];
let client: Socket;
let connection: Socket;
let received: string;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  floods = [];
  received = "";
  server = createServer((request, response) => {
    request.resume().once("end", () => response.end(`done ${request.url}.`));
  });
  watchStrayBytes(server, 16_384, (_socket, part) => floods.push(part));
  server.on("upgrade", (_request, socket) => void socket.on("data", () => {}));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const accepted = once(server, "connection");
  client = connect(address.port, "127.0.0.1");
  client.setEncoding("latin1").on("data", (text: string) => (received += text));
  client.on("error", () => {});
  [connection] = await accepted;
});

afterEach(() => {
  vi.useRealTimers();
  client.destroy();
  server.closeAllConnections();
  server.close();
});

/** Sends bytes, and waits until the server has read them. */
async function send(bytes: string): Promise<void> {
  const before = connection.bytesRead;
  client.write(bytes);
  await expect.poll(() => connection.bytesRead - before).toBe(bytes.length);
}

const rounds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);
const head = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

test("a connection that sends empty lines without an end is closed, as a flood", async () => {
  await send(head("/first"));
  await expect.poll(() => received).toContain("done /first.");
  await send("\r\n".repeat(9_000));
  await rounds(1);
  expect(floods).toEqual([undefined]);
  expect(connection.destroyed).toBe(true);
});

test("a head that arrives byte by byte counts as part of a flood, in each round", async () => {
  for (const byte of "GET /") {
    await send(byte);
    await rounds(1);
  }
  expect(floods).toEqual(Array(4).fill(1 / 25));
});

test("a head in two pieces is none, nor one that stops, nor the empty line of an old client", async () => {
  await send("GET /slow HTTP/1.1\r\n");
  await rounds(3);
  await send("Host: a\r\n\r\n");
  await expect.poll(() => received).toContain("done /slow.");
  await rounds(2);
  await send("\r\n");
  await rounds(5);
  expect(floods).toEqual([]);
});

test("a large body that arrives slowly is none", async () => {
  const length = 100_000;
  await send(`POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`);
  for (let sent = 0; sent < length; sent += 20_000) {
    await send("a".repeat(20_000));
    await rounds(1);
  }
  await expect.poll(() => received).toContain("done /upload.");
  await rounds(3);
  await send(head("/next"));
  await expect.poll(() => received).toContain("done /next.");
  await rounds(3);
  expect(floods).toEqual([]);
});

test("many requests over one connection are none", async () => {
  for (let n = 0; n < 20; n += 1) {
    await send(head(`/${n}`, `X-Long: ${"a".repeat(5_000)}\r\n`));
    await expect.poll(() => received).toContain(`done /${n}.`);
    if (n % 5 === 0) await rounds(1);
  }
  expect(floods).toEqual([]);
});

test("what is sent after an upgrade is none", async () => {
  await send(head("/socket", "Connection: Upgrade\r\nUpgrade: websocket\r\n"));
  await rounds(1);
  await send("a".repeat(40_000));
  await rounds(2);
  expect(floods).toEqual([]);
  expect(connection.destroyed).toBe(false);
});
