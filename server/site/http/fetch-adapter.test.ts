import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { sendFetchResponse, toFetchRequest } from "./fetch-adapter";

/** A request whose client disconnected while the server had yet to respond. */
async function abandoned(): Promise<[IncomingMessage, ServerResponse]> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const arrived = once(server, "request");
  const client = connect(port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n");
  const [request, response] = await arrived;
  client.destroy();
  await once(response, "close");
  return [request, response];
}

test("a request whose client has disconnected already is aborted from the start", async () => {
  const [request, response] = await abandoned();
  const made = { siteOrigin: "http://localhost", requestId: "1", body: null };
  expect(toFetchRequest(request, response, made).signal.aborted).toBe(true);
});

test.each([true, false])(
  "a page for a client that has disconnected is not read (compressed: %s)",
  async (compress) => {
    const [request, response] = await abandoned();
    let isCanceled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (stream) => stream.enqueue(new Uint8Array(64_000)),
      cancel: () => void (isCanceled = true),
    });
    const answer = new Response(endless, { headers: { "Content-Type": "text/html" } });
    await sendFetchResponse(answer, request, response, { compress });
    expect(isCanceled).toBe(true);
  },
);
