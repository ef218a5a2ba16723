import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import pino from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { handleSocketErrors } from "./socket-errors";

test("a connection whose refusal waits is not read any further, and counts once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer();
  const unparsable = vi.fn();
  handleSocketErrors(server, {
    logger: pino({ level: "silent" }),
    headers: {},
    onUnparsable: unparsable,
    delaysUnparsable: true,
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const socket = connect(address.port, "127.0.0.1");
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
  expect(unparsable).toHaveBeenCalledTimes(1);
  expect(connection.bytesRead).toBe(read);
});
