import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { closeUnlessRead } from "./unread-body";
import { listenDuringTest } from "../../testing/listen";

async function serve() {
  const server = createServer((request, response) => {
    closeUnlessRead(request, response);
    if (request.url === "/read") request.resume().once("end", () => response.end("read"));
    else response.end("early");
  });
  const port = await listenDuringTest(server);
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  await once(socket, "connect");
  return { server, socket };
}

const head = (path: string, framing: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n`;

test("a response before the end of an endless body reaches its client, and ends the connection", async () => {
  const { server, socket } = await serve();
  let parsed = 0;
  server.on("request", (request) => {
    const push = request.push.bind(request);
    request.push = (chunk: unknown) => {
      parsed += 1;
      return push(chunk);
    };
  });
  socket.write(head("/early", "Transfer-Encoding: chunked"));
  const [first] = await once(socket, "data");
  expect(String(first)).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n[^]*early/);
  const chunks = Buffer.from("1\r\na\r\n".repeat(10_000));
  const send = () => {
    while (socket.write(chunks)) continue;
  };
  const closed = new Promise((close) => socket.on("error", () => {}).once("close", close));
  socket.on("drain", send).resume();
  send();
  await closed;
  expect(parsed).toBe(0);
});

test("the connection stays open when the body was read", async () => {
  const { socket } = await serve();
  socket.write(`${head("/read", "Content-Length: 4")}body`);
  const [first] = await once(socket, "data");
  expect(String(first)).toContain("Connection: keep-alive");
  socket.write(`${head("/read", "Content-Length: 4\r\nConnection: close")}body`);
  expect(await text(socket)).toContain("read");
});
