import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { refuseAfterDelay } from "../http/error-responses";
import { endWhenStalled } from "./stalled-transfers";

/** A request whose client has left before anything was sent. */
async function abandoned(): Promise<{ request: IncomingMessage; response: ServerResponse }> {
  const server = createServer();
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const client = connect(address.port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const arrived = new Promise<{ request: IncomingMessage; response: ServerResponse }>((resolve) => {
    server.once("request", (request, response) => resolve({ request, response }));
  });
  const { request, response } = await arrived;
  client.destroy();
  await once(response, "close");
  return { request, response };
}

test.each([
  [
    "a transfer is not watched",
    (request: IncomingMessage, response: ServerResponse) =>
      endWhenStalled(
        request,
        response,
        () => false,
        () => {},
      ),
  ],
  ["a refusal is not held", refuseAfterDelay],
])("%s whose client left before it began", async (_, begin) => {
  const { request, response } = await abandoned();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  begin(request, response);
  expect(vi.getTimerCount()).toBe(0);
});
