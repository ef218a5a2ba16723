import { createServer, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { UnreadPages } from "./unread-pages";

/** Responses whose clients are connected and read nothing. */
async function unreadResponses(count: number): Promise<ServerResponse[]> {
  const responses: ServerResponse[] = [];
  const server = createServer((_, response) => void responses.push(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    return socket;
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await expect.poll(() => responses.length).toBe(count);
  return responses;
}

const untilClosed = (response: ServerResponse) => () =>
  new Promise<void>((resolve) => response.once("close", resolve));

test("the oldest unread page of a network that has 40 is cut off by its next one", async () => {
  const pages = new UnreadPages();
  const responses = await unreadResponses(42);
  for (const response of responses) void pages.during(untilClosed(response), response, "192.0.2.1");
  expect(responses.filter(({ destroyed }) => destroyed)).toEqual(responses.slice(0, 2));
});

test("beyond 300 in all, the network that has the most loses its oldest, and no other", async () => {
  const pages = new UnreadPages();
  const responses = await unreadResponses(302);
  const networkOf = (n: number) => (n < 39 ? "192.0.2.1" : `198.51.100.${Math.floor(n / 30)}`);
  responses.forEach(
    (response, n) => void pages.during(untilClosed(response), response, networkOf(n)),
  );
  expect(responses.filter(({ destroyed }) => destroyed)).toEqual(responses.slice(0, 2));
});

test("a page that was sent no longer counts", async () => {
  const pages = new UnreadPages();
  const responses = await unreadResponses(50);
  for (const response of responses) await pages.during(async () => {}, response, "192.0.2.1");
  expect(responses.some(({ destroyed }) => destroyed)).toBe(false);
});
