import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { eventually } from "@platen/kit/testing/eventually";
import { parseDatabaseUrl } from "@platen/kit";
import { isConnectionError } from "@domain/database/connection.server";
import { openTransactions } from "@domain/database/transactions.server";
import { openTestDatabase } from "./support/test-database";

/** AuthenticationOk and ReadyForQuery: what a server says to whom it lets in. */
const letIn = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** How many connections are lost just as they begin: more than the pool has. */
const lost = 6;

/**
 * A server that lets its first connections in and closes them in the same breath, as a killed one
 * does, and passes all others on.
 */
async function unsteadyServer(address: string) {
  const { connectionUrl, settings } = parseDatabaseUrl(address);
  const { hostname, port } = new URL(connectionUrl);
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    count += 1;
    if (count <= lost)
      return void socket.once("data", () => socket.write(letIn, () => socket.resetAndDestroy()));
    const onward = connect(
      settings.path ? { path: settings.path } : { host: hostname, port: Number(port) || 5432 },
    );
    sockets.add(onward);
    onward.on("error", () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port: own }: AddressInfo = Object(server.address());
  const url = new URL(connectionUrl);
  url.host = `127.0.0.1:${own}`;
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
  return url.href;
}

/** Lets what follows an event wait, as on a busy machine: meanwhile the connection is lost. */
function slowImmediates(milliseconds: number) {
  const timers = new Map<object, NodeJS.Timeout>();
  const { setImmediate: set, clearImmediate: clear } = globalThis;
  vi.stubGlobal(
    "setImmediate",
    Object.assign((act: () => void) => {
      const immediate = set(() => {});
      timers.set(immediate, setTimeout(act, milliseconds));
      return immediate;
    }, set),
  );
  vi.stubGlobal("clearImmediate", (immediate: NodeJS.Immediate | undefined) => {
    clearTimeout(timers.get(immediate ?? {}));
    clear(immediate);
  });
  return () => void vi.unstubAllGlobals();
}

/**
 * The driver rejects an internal promise, which nobody has, when a connection is lost before it
 * has read the types of arrays. The site's process logs that and goes on (site-process.ts).
 */
function allowDriverRejections() {
  const event = "unhandledRejection";
  const usual = process.listeners(event);
  process.removeAllListeners(event);
  process.on(event, (reason) => {
    if (!isConnectionError(reason))
      for (const listener of usual) listener(reason, Promise.resolve());
  });
  return () => {
    process.removeAllListeners(event);
    for (const listener of usual) process.on(event, listener);
  };
}

test("connections that are lost as they begin leave none that never works again", async () => {
  onTestFinished(allowDriverRejections());
  const served = await openTestDatabase();
  onTestFinished(() => served.close());
  const transactions = openTransactions(await unsteadyServer(served.address));
  onTestFinished(() => transactions.close());
  const ask = () =>
    transactions.withService(async (tx) => (await tx.execute(sql`select 1 as one`))[0]);
  const usual = slowImmediates(60);
  onTestFinished(usual);
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, ask));
  usual();
  for (const outcome of outcomes) {
    // Unavailable for a moment, and never an error of ours.
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ status: 503 });
  }
  await eventually(async () => expect(await ask()).toEqual({ one: 1 }));
  // Every connection of the pool, one after the other.
  for (let n = 0; n < 12; n += 1) expect(await ask()).toEqual({ one: 1 });
});
