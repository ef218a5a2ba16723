import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server } from "node:net";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeWhenAccessEnds, openLakeSocket } from "./lake-socket";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const closed = (connection: PassThrough) =>
  new Promise<void>((resolve) => connection.once("close", resolve));

test("the access of an open connection is checked each minute until it is lost", async () => {
  const connection = new PassThrough();
  const answers = [true, false];
  const mayStay = vi.fn(() => Promise.resolve(answers.shift() ?? false));
  closeWhenAccessEnds(connection, mayStay);
  vi.advanceTimersByTime(60_000);
  await mayStay.mock.results[0]?.value;
  expect(connection.destroyed).toBe(false);
  const ended = closed(connection);
  vi.advanceTimersByTime(60_000);
  await ended;
  expect(vi.getTimerCount()).toBe(0);
});

test("a connection that the client closed before the check began is never checked", async () => {
  const connection = new PassThrough();
  const ended = closed(connection);
  connection.destroy();
  await ended;
  const mayStay = vi.fn(() => Promise.resolve(true));
  closeWhenAccessEnds(connection, mayStay);
  vi.advanceTimersByTime(180_000);
  expect(mayStay).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test("a lake that drops the handshake is reported as unavailable", async () => {
  const lake = createTcpServer((connection) => connection.resetAndDestroy());
  const site = createServer().on("upgrade", (request, socket, head) => {
    const url = new URL(`http://127.0.0.1:${portOf(lake)}`);
    const mayStay = () => Promise.resolve(true);
    openLakeSocket({ lake: url, request, socket, head, headers: {}, mayStay });
  });
  for (const server of [lake, site]) await once(server.listen(0, "127.0.0.1"), "listening");
  const headers = { Connection: "Upgrade", Upgrade: "websocket" };
  const [response]: IncomingMessage[] = await once(
    get({ port: portOf(site), headers }),
    "response",
  );
  expect(response?.statusCode).toBe(503);
  response?.destroy();
  for (const server of [lake, site]) server.close();
});

function portOf(server: Server): number {
  const { port }: AddressInfo = Object(server.address());
  return port;
}
