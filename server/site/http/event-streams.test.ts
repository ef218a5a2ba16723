import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { EventStreams } from "./event-streams";

const request = "GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";

/** A server that begins each response and ends none. */
async function serve() {
  const begun: ServerResponse[] = [];
  const server = createServer((_, response) => {
    begun.push(response);
    response.write("data: 1\n\n");
  });
  const streams = new EventStreams(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const open = async (text: string) => {
    const socket = connect(address.port, "127.0.0.1");
    socket.write(text);
    await once(socket, "data");
    return socket;
  };
  return { streams, begun, open, server };
}

test("an open event stream is known until its client leaves, and can be ended", async () => {
  const { streams, open } = await serve();
  const [first, second] = [await open(request), await open(request)];
  expect(streams.size).toBe(2);
  first.destroy();
  await expect.poll(() => streams.size).toBe(1);
  streams.close();
  await once(second, "close");
  await expect.poll(() => streams.size).toBe(0);
});

test("nothing is left of those that were requested ahead of a response", async () => {
  const { streams, begun, open, server } = await serve();
  const socket = await open(request.repeat(20));
  await expect.poll(() => begun.length).toBe(20);
  expect(streams.size).toBe(1);
  const [connection] = begun;
  socket.destroy();
  await once(connection ?? server, "close");
  expect(streams.size).toBe(0);
});
