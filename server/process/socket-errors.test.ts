import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLogger } from "../logging/logger";
import { handleSocketErrors } from "./socket-errors";

async function guarded(options: { delaysUnparsable?: boolean; onUnparsable?: () => void } = {}) {
  const lines: string[] = [];
  const server = createServer({ maxHeaderSize: 1_000 }, (request, response) => {
    if (request.url === "/streaming") response.write("begun");
    else response.end("ok");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  handleSocketErrors(server, {
    logger: createLogger({ write: (line) => void lines.push(line) }),
    headers: { "X-Content-Type-Options": "nosniff" },
    ...options,
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  async function send(bytes: string) {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(bytes);
    return text(socket);
  }
  return { server, port, send, lines };
}

test.each([
  ["no request", "nonsense\r\n\r\n", 400],
  ["a huge header", `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${"a".repeat(2_000)}\r\n\r\n`, 431],
])("%s is refused with the security headers", async (_name, bytes, status) => {
  const { send } = await guarded();
  const response = await send(bytes);
  expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(response).toContain("\r\nX-Content-Type-Options: nosniff\r\n");
  expect(response).toContain("\r\nContent-Type: text/plain; charset=utf-8\r\n");
});

test("behind a proxy, what cannot be parsed waits for its refusal, up to a number at once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { server, send } = await guarded({ delaysUnparsable: true });
  const refused: string[] = [];
  const failed = vi.fn();
  server.on("clientError", failed);
  for (let n = 0; n < 201; n++) void send("nonsense\r\n\r\n").then((each) => refused.push(each));
  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(201), 60_000);
  expect(refused.length).toBeLessThanOrEqual(1);
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  await expect.poll(() => refused.length).toBe(201);
  expect(refused[200]).toMatch(/^HTTP\/1\.1 400 /);
  expect(await send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).toContain("ok");
});

test("a connection whose refusal waits is not read any further, and counts once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const onUnparsable = vi.fn();
  const { server, port } = await guarded({ delaysUnparsable: true, onUnparsable });
  const socket = connect(port, "127.0.0.1");
  socket.write("no request\r\n\r\n");
  const [, connection] = await once(server, "clientError");
  const read = connection.bytesRead;
  for (let n = 0; n < 20; n += 1) {
    await new Promise<void>((sent) => socket.write("more\r\n\r\n", () => sent()));
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  }
  const refused = once(socket, "data");
  vi.advanceTimersByTime(5_000);
  expect(String((await refused)[0])).toMatch(/^HTTP\/1\.1 400 /);
  expect(onUnparsable).toHaveBeenCalledTimes(1);
  expect(connection.bytesRead).toBe(read);
});

test("nothing is written into a response that has started", async () => {
  const { send } = await guarded();
  const response = await send("GET /streaming HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n");
  expect(response).not.toContain("400");
});

test("an error of the listening socket stops nothing and is logged", async () => {
  const { server, send, lines } = await guarded();
  server.emit("error", Object.assign(new Error("accept EMFILE"), { code: "EMFILE" }));
  server.emit("error", Object.assign(new Error("accept EMFILE"), { code: "EMFILE" }));
  expect(lines.join("")).toContain("EMFILE");
  expect(await send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).toContain("ok");
});
