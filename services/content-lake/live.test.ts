import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "./limits";
import { serveLake, type ServedLake } from "./testing/serve";
import { TestSocket } from "./testing/socket";

let served: ServedLake;

beforeAll(async () => {
  served = await serveLake();
});
afterAll(() => served.close());

interface Event {
  event: string;
  id: string;
  data: unknown;
}

/** Reads an event stream until an event is accepted, and hangs up. */
async function eventsUntil(
  accept: (event: Event) => boolean,
  headers: Record<string, string> = {},
  onWelcome: () => Promise<unknown> = async () => {},
): Promise<Event[]> {
  const abort = new AbortController();
  const url = `${served.url}/v2025-02-19/data/live/events/production`;
  const response = await fetch(url, { headers, signal: abort.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const events: Event[] = [];
  let text = "";
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return events;
    text += chunk.value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
      if (field("data") === "") continue;
      const event = { event: field("event"), id: field("id"), data: JSON.parse(field("data")) };
      events.push(event);
      if (event.event === "welcome") await onWelcome();
      if (accept(event)) {
        abort.abort();
        return events;
      }
    }
  }
}

const publish = (_id: string) => served.client().createOrReplace({ _id, _type: "page" });
const named = (name: string) => (event: Event) => event.event === name;

describe("live events", () => {
  test("do not stay open for a HEAD request", async () => {
    const url = `${served.url}/v2025-02-19/data/live/events/production`;
    for (let n = 0; n < 2 * limits.publicEventStreams; n += 1) {
      const response = await fetch(url, { method: "HEAD" });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toContain("text/event-stream");
    }
  });

  test("start with a welcome, and then name the sync tags of each publication", async () => {
    const events = await eventsUntil(named("message"), {}, () => publish("one"));
    expect(events.map(({ event }) => event)).toEqual(["welcome", "message"]);
    expect(events[1]?.data).toMatchObject({ tags: expect.arrayContaining(["s1:all"]) });
    expect(Number(events[1]?.id)).toBe(Number(events[0]?.id) + 1);
  });

  test("that were missed are repeated from the client's last event id", async () => {
    const [welcome] = await eventsUntil(named("welcome"));
    await publish("two");
    await served.client().create({ _id: "drafts.three", _type: "draft" });
    await publish("four");
    const events = await eventsUntil(
      ({ event, id }) => event === "message" && Number(id) === Number(welcome?.id) + 3,
      { "Last-Event-ID": welcome?.id ?? "" },
    );
    expect(events.map(({ event }) => event)).toEqual(["welcome", "message", "message"]);
    const nothing = await eventsUntil(
      named("message"),
      { "Last-Event-ID": events.at(-1)?.id ?? "" },
      () => publish("five"),
    );
    expect(nothing.map(({ event }) => event)).toEqual(["welcome", "message"]);
  });

  test("say nothing of documents of private types", async () => {
    const secret = { _id: "secret.one", _type: "secret" };
    const events = await eventsUntil(named("message"), {}, async () => {
      await served.client().create(secret);
      await served.client().delete(secret._id);
      await publish("six");
    });
    expect(events.map(({ event }) => event)).toEqual(["welcome", "message"]);
    expect(Number(events[1]?.id)).toBe(Number(events[0]?.id) + 3);
  });

  test("restart for a client that missed more than a few", async () => {
    const [welcome] = await eventsUntil(named("welcome"));
    for (let n = 0; n < 60; n += 1) await publish("often");
    const headers = { "Last-Event-ID": welcome?.id ?? "" };
    const events = await eventsUntil(({ event }) => event !== "welcome", headers);
    expect(events.map(({ event }) => event)).toEqual(["welcome", "restart"]);
  });

  test.each(["999999", "nonsense"])("restart for a client whose last event was %s", async (id) => {
    const events = await eventsUntil(named("restart"), { "Last-Event-ID": id });
    expect(events.map(({ event }) => event)).toEqual(["welcome", "restart"]);
  });
});

test("closing the lake ends its streams and sockets, and waits for the last write", async () => {
  const closing = await serveLake();
  const headers = closing.as({ id: "editor" });
  const listen = await fetch(`${closing.url}/v1/data/listen/production?query=*`, { headers });
  const socket = await TestSocket.open(`${closing.url}/vX/mux/production`, headers);
  const write = closing.lake.store.transact({ author: "ann" }, (transaction) =>
    transaction.create({ _id: "last", _type: "note" }),
  );
  const closed = socket.closed();
  await closing.lake.close();
  expect(closing.lake.store.get("last")).toBeDefined();
  await write;
  expect(await closed).toBe(1001);
  expect(await listen.text()).toContain("welcome");
  await closing.close();
});
