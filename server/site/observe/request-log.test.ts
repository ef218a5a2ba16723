import { EventEmitter, once } from "node:events";
import {
  createServer,
  request as openRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { pino } from "pino";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { createRequestWatch } from "./request-log";

afterEach(() => void vi.restoreAllMocks());

/** A server whose requests are watched, and the line that is logged of the first. */
async function serveWatched(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const log = new EventEmitter<{ line: [string] }>();
  const logger = pino({}, { write: (line) => void log.emit("line", line) });
  const logged = once(log, "line");
  const watch = createRequestWatch(logger, { request: () => {} }, (path) => path);
  const server = createServer((request, response) => {
    watch(request, response, "request-1");
    respond(request, response);
  });
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const line = async () => {
    const [text]: string[] = await logged;
    return JSON.parse(text ?? "");
  };
  return { server, port, line };
}

/** Sends a form whose body takes `sending` seconds, to a page that takes `rendering`. */
async function levelAfter({ sending, rendering }: { sending: number; rendering: number }) {
  let seconds = 0;
  vi.spyOn(performance, "now").mockImplementation(() => seconds * 1_000);
  const { server, port, line } = await serveWatched((request, response) => {
    request.resume().once("end", () => {
      seconds += rendering;
      response.end();
    });
  });
  const sent = openRequest({ port, host: "127.0.0.1", method: "POST", path: "/contact" });
  sent.write("a");
  await once(server, "request");
  seconds += sending;
  sent.end("b");
  const [response]: IncomingMessage[] = await once(sent, "response");
  response?.resume();
  return pino.levels.labels[(await line()).level];
}

test("a response that takes more than a second is logged as a warning", async () => {
  expect(await levelAfter({ sending: 0, rendering: 2 })).toBe("warn");
});

test("a client that takes its time with the body of a form causes no warning", async () => {
  expect(await levelAfter({ sending: 5, rendering: 0.1 })).toBe("info");
});

test("a request whose client leaves before the response has no status of ours", async () => {
  const { server, port, line } = await serveWatched(() => {});
  const sent = openRequest({ port, host: "127.0.0.1", path: "/blog" }).on("error", () => {});
  sent.end();
  await once(server, "request");
  sent.destroy();
  expect(await line()).toMatchObject({ route: "/blog", status: 499 });
});
