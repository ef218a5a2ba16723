import { afterAll, beforeAll, expect, test } from "vitest";
import { isRecord } from "./document";
import { serveLake, type ServedLake } from "./testing/serve";
import { TestSocket } from "./testing/socket";

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

const told = (type: string) => (message: Record<string, unknown>) =>
  message.method === "presence_subscription" && resultOf(message).type === type;

test("each Studio hears who is where, who asks for a roll call, and who leaves", async () => {
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
  expect(await bob.find(told("rollCall"))).toEqual({
    jsonrpc: "2.0",
    method: "presence_subscription",
    params: { subscription, result: { type: "rollCall", i: "ann", session: "s-ann" } },
  });
  expect(resultOf(await bob.find(told("state")))).toEqual({
    type: "state",
    i: "ann",
    m: { sessionId: "s-ann", locations },
  });
  // A laptop that closes says no goodbye of its own.
  ann.socket.terminate();
  expect(resultOf(await bob.find(told("disconnect")))).toEqual({
    type: "disconnect",
    i: "ann",
    m: { session: "s-ann" },
  });
  bob.socket.terminate();
});

test("a Studio that unsubscribed hears nothing, and malformed messages do no harm", async () => {
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
  expect(bob.messages.some(told("state"))).toBe(false);
  ann.socket.terminate();
  bob.socket.terminate();
});

test("a socket has a few subscriptions and sessions, and is told when it asks for more", async () => {
  const [ann, bob] = [await join("ann"), await join("bob")];
  const ask = async (id: string, method: string, params: object) => {
    ann.send({ jsonrpc: "2.0", id, method, params });
    return ann.find((message) => message.id === id);
  };
  const announced = (sessionId: string) => ({ data: { locations: [], sessionId } });
  for (let n = 1; n < 10; n++) {
    expect(await ask(`sub-${n}`, "presence_subscribe", {})).toHaveProperty("result");
  }
  expect(await ask("sub-10", "presence_subscribe", {})).toHaveProperty("error.code", -32000);
  for (let n = 0; n < 10; n++) {
    const told = await ask(`session-${n}`, "presence_announce", announced(`s-${n}`));
    expect(told).toHaveProperty("result", true);
  }
  const refused = await ask("session-10", "presence_announce", announced("s-10"));
  expect(refused).toHaveProperty("error.code", -32000);
  expect(await ask("again", "presence_announce", announced("s-9"))).toHaveProperty("result", true);
  ann.socket.terminate();
  bob.socket.terminate();
});

test("a Studio that does not read is cut off, and the others hear each other", async () => {
  const [ann, bob, eve] = [await join("ann"), await join("bob"), await join("eve")];
  eve.socket.pause();
  const closed = eve.closed();
  const locations = ["x".repeat(900_000)];
  for (let n = 0; n < 25; n++) {
    const params = { data: { locations, sessionId: "s-ann" } };
    ann.send({ jsonrpc: "2.0", id: n, method: "presence_announce", params });
    await ann.find((message) => message.id === n);
  }
  eve.socket.resume();
  expect(await closed).toBe(1006);
  await expect.poll(() => bob.messages.filter(told("state")).length, { timeout: 20_000 }).toBe(25);
  ann.socket.terminate();
  bob.socket.terminate();
});
