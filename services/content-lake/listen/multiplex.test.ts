import { processorTime } from "@platen/kit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isRecord } from "../document";
import { limits } from "../limits";
import { serveLake, type ServedLake } from "../testing/serve";
import { TestSocket } from "../testing/socket";

let served: ServedLake;
const sockets: TestSocket[] = [];

beforeAll(async () => {
  served = await serveLake();
});
afterAll(() => served.close());
afterEach(() => {
  for (const { socket } of sockets.splice(0)) socket.terminate();
});

/** A filter that would take hours over one document. */
const endless = {
  query: "*[count($a[count($a[count($a[count($a[@ > -1]) > 0]) > 0]) > 0]) > 0]",
  params: { a: Array.from({ length: 500 }, (_, n) => n) },
};

async function open(id = "editor"): Promise<TestSocket> {
  const socket = await TestSocket.open(`${served.url}/vX/mux/production`, served.as({ id }));
  sockets.push(socket);
  return socket;
}

const eventOf = (message: Record<string, unknown>) =>
  isRecord(message.event) ? message.event : {};

const of = (id: string, type: string) => (message: Record<string, unknown>) =>
  message.id === id && eventOf(message).type === type;

describe("a multiplexed socket", () => {
  test("welcomes each listener and sends it only its own mutations", async () => {
    const socket = await open();
    const options = { includeResult: false, effectFormat: "mendoza" };
    socket.send({
      op: "listen",
      id: "a",
      query: "*[_id in $ids]",
      params: { ids: ["m1"] },
      options,
    });
    socket.send({ op: "listen", id: "b", query: "*[_id == 'm2']" });
    await socket.find(of("a", "welcome"));
    await socket.find(of("b", "welcome"));
    const { _rev } = await served.client().create({ _id: "m1", _type: "note", n: 1 });
    await served.client().create({ _id: "m2", _type: "note" });
    const message = await socket.find(of("a", "mutation"));
    expect(message.event).toMatchObject({
      type: "mutation",
      documentId: "m1",
      transition: "appear",
      resultRev: _rev,
      identity: "service",
      effects: { apply: [0, { _id: "m1", _type: "note", n: 1 }], revert: [0, null] },
    });
    expect(eventOf(message)).not.toHaveProperty("result");
    await socket.find(of("b", "mutation"));
    expect(socket.messages).toHaveLength(4);
  });

  test("that reconnects receives what it missed, once, then welcomeback; or welcome where that is forgotten", async () => {
    const first = await open();
    const filter = { op: "listen", id: "a", query: "*[_id in ['r1', 'r2']]" };
    first.send(filter);
    const welcome = eventOf(await first.find(of("a", "welcome")));
    await served
      .client()
      .transaction([
        { create: { _id: "r1", _type: "note" } },
        { create: { _id: "r2", _type: "note" } },
      ])
      .transactionId("both")
      .commit();
    await served
      .client()
      .transaction([{ create: { _id: "other", _type: "note" } }])
      .transactionId("elsewhere")
      .commit();
    first.socket.terminate();

    const second = await open();
    second.send({ ...filter, lastEventId: welcome.lastEventId });
    const back = await second.find(of("a", "welcomeback"));
    expect(eventOf(back)).toMatchObject({ lastEventId: "elsewhere" });
    expect(second.messages.map(eventOf)).toMatchObject([
      { type: "mutation", transactionId: "both", documentId: "r1" },
      { type: "mutation", transactionId: "both", documentId: "r2" },
      { type: "welcomeback" },
    ]);
    second.send({ ...filter, id: "b", lastEventId: "both" });
    await second.find(of("b", "welcomeback"));
    second.send({ ...filter, id: "c", lastEventId: "forgotten" });
    await second.find(of("c", "welcome"));
    expect(second.messages).toHaveLength(5);
  });

  test("sends nothing to a stopped listener", async () => {
    const socket = await open();
    socket.send({ op: "listen", id: "a", query: "*[_id == 'm3']" });
    socket.send({ op: "listen", id: "b", query: "*[_id == 'm3']" });
    await socket.find(of("b", "welcome"));
    socket.send({ op: "stop", id: "a" });
    socket.send({ op: "listen", id: "c", query: "*[_id == 'm3']" });
    await socket.find(of("c", "welcome"));
    await served.client().create({ _id: "m3", _type: "note" });
    await socket.find(of("b", "mutation"));
    await socket.find(of("c", "mutation"));
    expect(socket.messages.filter(of("a", "mutation"))).toEqual([]);
  });

  test("sends drafts unless the listener wants published documents only", async () => {
    const socket = await open();
    socket.send({ op: "listen", id: "all", query: "*[_type == 'memo']" });
    const options = { includeAllVersions: false };
    socket.send({ op: "listen", id: "published", query: "*[_type == 'memo']", options });
    await socket.find(of("published", "welcome"));
    await served.client().create({ _id: "drafts.m4", _type: "memo" });
    await served.client().create({ _id: "m4", _type: "memo" });
    const event = await socket.find(of("published", "mutation"));
    expect(event.event).toMatchObject({ documentId: "m4" });
    expect((await socket.find(of("all", "mutation"))).event).toMatchObject({
      documentId: "drafts.m4",
    });
  });

  test("tells a listener with a malformed query the reason, and stays open", async () => {
    const socket = await open();
    socket.send({ op: "listen", id: "bad", query: "*[" });
    socket.send({ op: "listen", id: "projection", query: "{'a': 1}" });
    socket.send({ op: "listen", id: "good", query: "*" });
    const refused = await socket.find(of("bad", "channelError"));
    expect(eventOf(refused).message).toEqual(expect.stringContaining("Syntax error"));
    await socket.find(of("projection", "channelError"));
    await socket.find(of("good", "welcome"));
  });

  test("matches by the content of other documents, before and after a transaction", async () => {
    const client = served.client();
    await client.create({ _id: "boss", _type: "person", state: "in" });
    const reference = { _type: "reference", _ref: "boss" };
    await client.create({ _id: "worker", _type: "worker", boss: reference });
    const socket = await open();
    socket.send({
      op: "listen",
      id: "deref",
      query: "*[_type == 'worker' && boss->state == 'in']",
    });
    socket.send({
      op: "listen",
      id: "count",
      query: "*[_type == 'worker' && count(*[_type == 'person' && state == 'in']) == 1]",
    });
    await socket.find(of("count", "welcome"));
    await client
      .transaction()
      .patch("boss", (patch) => patch.set({ state: "out" }))
      .patch("worker", (patch) => patch.set({ n: 1 }))
      .commit();
    // Both match before the transaction and not after it.
    expect((await socket.find(of("deref", "mutation"))).event).toMatchObject({
      documentId: "worker",
      transactionTotalEvents: 1,
    });
    await socket.find(of("count", "mutation"));
    await client.patch("worker").set({ n: 2 }).commit();
    await client.patch("boss").set({ state: "in" }).commit();
    await client.patch("worker").set({ n: 3 }).commit();
    const isThird = (id: string) => (message: Record<string, unknown>) =>
      of(id, "mutation")(message) && JSON.stringify(eventOf(message).mutations).includes('"n":3');
    await socket.find(isThird("deref"));
    await socket.find(isThird("count"));
    expect(socket.messages.filter(of("deref", "mutation"))).toHaveLength(2);
    expect(socket.messages.filter(of("count", "mutation"))).toHaveLength(2);
  });

  test.each(["not json", "[]", '{"op":"shout"}', '{"op":"listen","id":1,"query":"*"}'])(
    "is closed after the malformed message %s",
    async (message) => {
      const socket = await open();
      socket.socket.send(message);
      expect(await socket.closed()).toBe(1003);
    },
  );

  test("is cut off when matching a document takes too long, and the write succeeds", async () => {
    const socket = await open();
    socket.send({ op: "listen", id: "endless", ...endless });
    await socket.find(of("endless", "welcome"));
    const closed = socket.closed();
    await served.client().create({ _id: "m5", _type: "note" });
    expect(await closed).toBe(1006);
    expect(socket.messages.filter(of("endless", "mutation"))).toEqual([]);
    expect(served.lake.store.get("m5")).toBeDefined();
  });

  test("with slow filters delays a writer only briefly, however many listeners there are", async () => {
    const sockets = await Promise.all(Array.from({ length: 12 }, () => open()));
    for (const each of sockets) each.send({ op: "listen", id: "endless", ...endless });
    await Promise.all(sockets.map((each) => each.find(of("endless", "welcome"))));
    const colleague = await open("colleague");
    colleague.send({ op: "listen", id: "a", query: "*[_type == 'note' && text == 'm6']" });
    await colleague.find(of("a", "welcome"));
    const closed = Promise.all(sockets.map((each) => each.closed()));
    const start = processorTime();
    await served.client().create({ _id: "m6", _type: "note", text: "m6" });
    expect(processorTime() - start).toBeLessThan(2_000);
    await colleague.find(of("a", "mutation"));
    await closed;
  });
});

describe("a user with very many listeners", () => {
  const { inlineTime } = limits;
  afterEach(() => void Object.assign(limits, { inlineTime }));

  test("is cut off when their events take too long: the writer waits for them", async () => {
    const crowd = await open("crowd");
    const ids = Array.from({ length: 100 }, (_, n) => `bulk${n}`);
    // A filter that costs nothing itself.
    const listening = { op: "listen", query: "*[_id in $ids]", params: { ids } };
    for (let n = 0; n < 20; n += 1) crowd.send({ ...listening, id: String(n) });
    await crowd.find(of("19", "welcome"));
    const closed = crowd.closed();
    Object.assign(limits, { inlineTime: { atOnce: 2, share: 0.001 } });
    const transaction = served.client().transaction();
    for (const _id of ids) transaction.create({ _id, _type: "bulk" });
    await transaction.commit();
    expect(await closed).toBe(1006);
  });
});

describe("a handshake", () => {
  const statusOf = async (path: string, headers: Record<string, string>) => {
    const attempt = TestSocket.open(`${served.url}${path}`, headers);
    return attempt.then(
      () => "opened",
      (error: unknown) => /(\d{3})/.exec(String(error))?.[1],
    );
  };

  test("is refused without credentials and with wrong ones", async () => {
    expect(await statusOf("/vX/mux/production", {})).toBe("401");
    expect(await statusOf("/vX/mux/production", { Authorization: "Bearer wrong" })).toBe("401");
    expect(
      await statusOf("/vX/mux/production", {
        ...served.as({ id: "x" }),
        "X-Lake-Identity": "bm90IGpzb24",
      }),
    ).toBe("401");
  });

  test("is refused for other paths and datasets", async () => {
    const headers = served.as({ id: "editor" });
    expect(await statusOf("/vX/mux/other", headers)).toBe("404");
    expect(await statusOf("/vX/elsewhere/production", headers)).toBe("404");
  });
});
