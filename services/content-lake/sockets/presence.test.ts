import { processorTime } from "@platen/kit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRecord } from "../document";
import { limits } from "../limits";
import { serveLake, type ServedLake } from "../testing/serve";
import { TestSocket } from "../testing/socket";

let served: ServedLake;

beforeAll(async () => {
  served = await serveLake();
});
afterAll(() => served.close());

async function join(id: string): Promise<TestSocket> {
  const url = `${served.url}/v2022-06-30/socket/production?tag=sanity.studio`;
  const socket = await TestSocket.open(url, served.as({ id }));
  socket.send({ jsonrpc: "2.0", id: "subscribe", method: "presence_subscribe", params: {} });
  await socket.find((message) => message.id === "subscribe");
  return socket;
}

const resultOf = (message: Record<string, unknown>) =>
  isRecord(message.params) && isRecord(message.params.result) ? message.params.result : {};

const event = (type: string) => (message: Record<string, unknown>) =>
  message.method === "presence_subscription" && resultOf(message).type === type;

test("each Studio receives who is where, who requests a roll call, and who leaves", async () => {
  const [ann, bob] = [await join("ann"), await join("bob")];
  const { result: subscription } = await bob.find((message) => message.id === "subscribe");
  const locations = [{ type: "document", documentId: "x", path: ["title"] }];
  ann.send({ jsonrpc: "2.0", id: 1, method: "presence_rollcall", params: { session: "s-ann" } });
  ann.send({
    jsonrpc: "2.0",
    id: 2,
    method: "presence_announce",
    params: { data: { locations, sessionId: "s-ann" } },
  });
  expect(await bob.find(event("rollCall"))).toEqual({
    jsonrpc: "2.0",
    method: "presence_subscription",
    params: { subscription, result: { type: "rollCall", i: "ann", session: "s-ann" } },
  });
  expect(resultOf(await bob.find(event("state")))).toEqual({
    type: "state",
    i: "ann",
    m: { sessionId: "s-ann", locations },
  });
  // A laptop that closes does not close its socket.
  ann.socket.terminate();
  expect(resultOf(await bob.find(event("disconnect")))).toEqual({
    type: "disconnect",
    i: "ann",
    m: { session: "s-ann" },
  });
  bob.socket.terminate();
});

test("a Studio that unsubscribed receives nothing, and malformed messages do no harm", async () => {
  const [ann, bob] = [await join("ann"), await join("bob")];
  const { result: subscriptionId } = await bob.find((message) => message.id === "subscribe");
  bob.send({ jsonrpc: "2.0", id: 1, method: "presence_unsubscribe", params: { subscriptionId } });
  await bob.find((message) => message.id === 1);
  ann.socket.send("no json");
  ann.send({ jsonrpc: "2.0", id: 2, method: "presence_announce", params: { data: "nonsense" } });
  ann.send({ jsonrpc: "2.0", id: 3, method: "something_else" });
  const noText = { subscriptionId: { toString: 1 } };
  ann.send({ jsonrpc: "2.0", id: 5, method: "presence_unsubscribe", params: noText });
  await ann.find((message) => message.id === 2);
  expect(await ann.find((message) => message.id === 3)).toHaveProperty("error.code", -32601);
  expect(await ann.find((message) => message.id === 5)).toHaveProperty("result", true);
  bob.send({ jsonrpc: "2.0", id: 4, method: "presence_rollcall", params: { session: "s" } });
  await bob.find((message) => message.id === 4);
  expect(bob.messages.some(event("state"))).toBe(false);
  ann.socket.terminate();
  bob.socket.terminate();
});

async function ask(studio: TestSocket, id: string, method: string, params: object) {
  studio.send({ jsonrpc: "2.0", id, method, params });
  return studio.find((message) => message.id === id);
}

const announced = (sessionId: string, locations: unknown[] = []) => ({
  data: { locations, sessionId },
});

test("a socket that subscribes again receives everything once, until it has unsubscribed as often", async () => {
  const [ann, bob] = [await join("ann"), await join("bob")];
  const { result: subscriptionId } = await ask(bob, "again", "presence_subscribe", {});
  expect(await bob.find((message) => message.id === "subscribe")).toMatchObject({
    result: subscriptionId,
  });
  await ask(bob, "late", "presence_unsubscribe", { subscriptionId });
  await ask(ann, "one", "presence_announce", announced("s-ann"));
  await bob.find(event("state"));
  await ask(ann, "two", "presence_rollcall", { session: "s-ann" });
  await bob.find(event("rollCall"));
  expect(bob.messages.filter(event("state"))).toHaveLength(1);
  ann.socket.terminate();
  bob.socket.terminate();
});

test("a socket has one session, and may have another after its goodbye", async () => {
  const ann = await join("ann");
  const announce = (id: string, session: string) =>
    ask(ann, id, "presence_announce", announced(session));
  expect(await announce("1", "one")).toHaveProperty("result", true);
  expect(await announce("2", "two")).toHaveProperty("error.code", -32000);
  expect(await announce("3", "one")).toHaveProperty("result", true);
  await ask(ann, "4", "presence_disconnect", { session: "one" });
  expect(await announce("5", "two")).toHaveProperty("result", true);
  ann.socket.terminate();
});

test("an announcement as long as a Studio's is forwarded, and a longer one is refused", async () => {
  const [ann, bob] = [await join("ann"), await join("bob")];
  const key = { _key: "0123456789ab" };
  const path = Array.from({ length: 8 }, () => ["content", key]).flat();
  const point = { path: [...path, "children", key], offset: 1_000 };
  const location = {
    type: "document",
    documentId: `drafts.${"a".repeat(128)}`,
    path,
    lastActiveAt: new Date().toISOString(),
    selection: { anchor: point, focus: point, backward: false },
  };
  const params = announced("s-ann", [location]);
  expect(await ask(ann, "deep", "presence_announce", params)).toHaveProperty("result", true);
  expect(resultOf(await bob.find(event("state")))).toHaveProperty("m.locations", [location]);
  const long = announced("s-ann", ["x".repeat(4_000)]);
  expect(await ask(ann, "long", "presence_announce", long)).toHaveProperty("error.code", -32602);
  ann.socket.terminate();
  bob.socket.terminate();
});

test("a hundred sockets that subscribe ten times cost as much as a hundred", async () => {
  const open = Array.from({ length: 90 }, () => join("eager"));
  const [ann, ...others] = await Promise.all(open);
  if (!ann) throw new Error("No socket is open.");
  for (const each of others) {
    for (let n = 0; n < 9; n += 1) await ask(each, `${n}`, "presence_subscribe", {});
  }
  const before = processorTime();
  const params = announced("s-ann", ["x".repeat(700_000)]);
  expect(await ask(ann, "large", "presence_announce", params)).toHaveProperty("error");
  expect(await ask(ann, "small", "presence_announce", announced("s-ann"))).toHaveProperty("result");
  await Promise.all(others.map((each) => each.find(event("state"))));
  expect(processorTime() - before).toBeLessThan(700);
  for (const each of others) expect(each.messages.filter(event("state"))).toHaveLength(1);
  for (const each of [ann, ...others]) each.socket.terminate();
});

test("a Studio that does not read is cut off, and the others still receive each other", async () => {
  const { announcement, messages } = limits;
  const { burst } = messages;
  // The system itself buffers megabytes for a socket.
  limits.announcement = 1_000_000;
  messages.burst = 10_000;
  const [ann, bob, eve] = [await join("loud-ann"), await join("bob"), await join("eve")];
  eve.socket.pause();
  const closed = eve.closed();
  for (let n = 0; n < 25; n++) {
    const params = announced("s-ann", ["x".repeat(900_000)]);
    ann.send({ jsonrpc: "2.0", id: n, method: "presence_announce", params });
    await ann.find((message) => message.id === n);
  }
  eve.socket.resume();
  expect(await closed).toBe(1006);
  await expect.poll(() => bob.messages.some(event("state"))).toBe(true);
  limits.announcement = announcement;
  messages.burst = burst;
  ann.socket.terminate();
  bob.socket.terminate();
});
