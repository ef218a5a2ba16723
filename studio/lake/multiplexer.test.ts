import { once } from "node:events";
import { ChannelError, DisconnectError } from "@sanity/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { WebSocket as NodeWebSocket, WebSocketServer } from "ws";
import type { ListenerEvent } from "./listener-events";
import { ListenerMultiplexer } from "./multiplexer";

/** The default timeout of one second fails tests on a busy machine. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

interface Asked {
  op: string;
  id: string;
  query?: string;
  lastEventId?: string;
}

/** A lake that records requests and sends only what the test scripts. */
class ScriptedLake {
  readonly asked: Asked[] = [];
  readonly server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  connections = 0;

  constructor() {
    this.server.on("connection", (socket) => {
      this.connections++;
      socket.on("message", (data) => this.asked.push(JSON.parse(data.toString())));
    });
  }

  get address(): string {
    const address = this.server.address();
    if (typeof address !== "object" || address === null) throw new Error("The server has no port");
    return `ws://127.0.0.1:${address.port}`;
  }

  say(id: string, event: ListenerEvent & Record<string, unknown>): void {
    for (const socket of this.server.clients) socket.send(JSON.stringify({ id, event }));
  }

  drop(): void {
    for (const socket of this.server.clients) socket.terminate();
  }
}

let lake: ScriptedLake;

beforeEach(async () => {
  vi.stubGlobal("WebSocket", NodeWebSocket);
  lake = new ScriptedLake();
  await once(lake.server, "listening");
});

afterEach(() => {
  lake.drop();
  lake.server.close();
  vi.unstubAllGlobals();
});

function follow(
  multiplexer: ListenerMultiplexer,
  query: string,
  options: Record<string, unknown> = {},
) {
  const events: ListenerEvent[] = [];
  const errors: unknown[] = [];
  const subscription = multiplexer.listen({ query, params: {}, options }).subscribe({
    next: (event) => events.push(event),
    error: (error: unknown) => errors.push(error),
  });
  return { events, errors, subscription };
}

const typesOf = (events: ListenerEvent[]) => events.map(({ type }) => type);
const askedIds = (op: string) => lake.asked.filter((asked) => asked.op === op).map(({ id }) => id);

describe("the listener multiplexer", () => {
  test("carries several listeners over one socket and sends each its own events", async () => {
    const multiplexer = new ListenerMultiplexer(() => lake.address);
    const posts = follow(multiplexer, '*[_type == "post"]');
    const all = follow(multiplexer, "*");
    await eventually(() => expect(lake.asked).toHaveLength(2));
    expect(lake.asked.map(({ query }) => query)).toEqual(['*[_type == "post"]', "*"]);
    expect(lake.connections).toBe(1);

    const [first = "", second = ""] = askedIds("listen");
    lake.say(first, { type: "welcome", listenerName: first });
    lake.say(second, { type: "welcome", listenerName: second });
    lake.say(second, { type: "mutation", documentId: "a" });
    await eventually(() => expect(typesOf(all.events)).toEqual(["welcome", "mutation"]));
    expect(all.events[1]).toMatchObject({ documentId: "a" });
    expect(typesOf(posts.events)).toEqual(["welcome"]);
    posts.subscription.unsubscribe();
    all.subscription.unsubscribe();
  });

  test("tells the lake to stop, and disconnects when no listener is left", async () => {
    const multiplexer = new ListenerMultiplexer(() => lake.address);
    const { subscription } = follow(multiplexer, "*");
    await eventually(() => expect(lake.asked).toHaveLength(1));
    subscription.unsubscribe();
    await eventually(() => expect(askedIds("stop")).toEqual(askedIds("listen")));
    await eventually(() => expect(lake.server.clients.size).toBe(0));
  });

  test("closes an unneeded socket only once it is open", async () => {
    const multiplexer = new ListenerMultiplexer(() => lake.address);
    const { subscription } = follow(multiplexer, "*");
    multiplexer.reconnect();
    await eventually(() => expect(lake.connections).toBe(2));
    await eventually(() => expect(lake.server.clients.size).toBe(1));
    expect(askedIds("listen")).toHaveLength(1);
    subscription.unsubscribe();
  });

  test("announces a reconnect to established listeners only, then listens again for all", async () => {
    const multiplexer = new ListenerMultiplexer(() => lake.address);
    const established = follow(multiplexer, "*[0]");
    const waiting = follow(multiplexer, "*[1]");
    await eventually(() => expect(lake.asked).toHaveLength(2));
    lake.say(askedIds("listen")[0] ?? "", { type: "welcome" });
    await eventually(() => expect(established.events).toHaveLength(1));

    lake.drop();
    await eventually(() => expect(lake.asked).toHaveLength(4));
    for (const id of askedIds("listen").slice(2)) lake.say(id, { type: "welcome" });
    await eventually(() => {
      expect(typesOf(established.events)).toEqual(["welcome", "reconnect", "welcome"]);
      expect(typesOf(waiting.events)).toEqual(["welcome"]);
    });
    established.subscription.unsubscribe();
    waiting.subscription.unsubscribe();
  });

  test("reconnects when the network has changed", async () => {
    const multiplexer = new ListenerMultiplexer(() => lake.address);
    const { subscription } = follow(multiplexer, "*");
    await eventually(() => expect(lake.asked).toHaveLength(1));
    multiplexer.reconnect();
    await eventually(() => expect(lake.asked).toHaveLength(2));
    expect(lake.connections).toBe(2);
    await eventually(() => expect(lake.server.clients.size).toBe(1));
    subscription.unsubscribe();
  });

  test("fails the one listener that the lake refuses", async () => {
    const multiplexer = new ListenerMultiplexer(() => lake.address);
    const refused = follow(multiplexer, "*[");
    const closed = follow(multiplexer, "*");
    await eventually(() => expect(lake.asked).toHaveLength(2));
    const [first = "", second = ""] = askedIds("listen");
    lake.say(first, { type: "channelError", message: "Expected a bracket" });
    lake.say(second, { type: "disconnect", reason: "The dataset is gone" });
    await eventually(() => {
      expect(refused.errors[0]).toBeInstanceOf(ChannelError);
      expect(closed.errors[0]).toBeInstanceOf(DisconnectError);
    });
    expect(String(refused.errors[0])).toContain("Expected a bracket");
    expect(String(closed.errors[0])).toContain("The dataset is gone");
  });
});

describe("a listener that resumes", () => {
  const resuming = { enableResume: true };

  const mutation = (transactionId: string, documentId: string, total = 1) => ({
    type: "mutation",
    transactionId,
    documentId,
    transactionTotalEvents: total,
  });
  const documentsOf = (events: ListenerEvent[]) =>
    events.map((event) => ("documentId" in event ? event.documentId : event.type));

  /** The id and position of each listener's last request. */
  const lastAsked = async (count: number) => {
    await eventually(() => expect(askedIds("listen")).toHaveLength(count));
    return lake.asked.filter(({ op }) => op === "listen");
  };

  test("receives nothing from a lost socket, and resumes from the transaction before the newest", async () => {
    const multiplexer = new ListenerMultiplexer(() => lake.address);
    const form = follow(multiplexer, "*[0]", resuming);
    const list = follow(multiplexer, "*[1]");
    const [formId = "", listId = ""] = (await lastAsked(2)).map(({ id }) => id);
    lake.say(formId, { type: "welcome", lastEventId: "t0" });
    lake.say(listId, { type: "welcome", lastEventId: "t0" });
    lake.say(formId, mutation("t1", "a"));
    lake.say(listId, mutation("t2", "b"));
    // The form's own part of the newest transaction may still be in flight, or has just arrived.
    lake.say(listId, mutation("t3", "c"));
    lake.say(formId, mutation("t3", "d"));
    await eventually(() => expect(documentsOf(form.events)).toEqual(["welcome", "a", "d"]));

    lake.drop();
    const [, , form2, list2] = await lastAsked(4);
    expect(form2).toMatchObject({ id: formId, lastEventId: "t2" });
    expect(list2?.lastEventId).toBeUndefined();
    for (const each of ["t3", "t4"]) lake.say(formId, mutation(each, each === "t3" ? "d" : "e"));
    lake.say(formId, { type: "welcomeback", lastEventId: "t4" });
    lake.say(listId, { type: "welcome", lastEventId: "t4" });
    await eventually(() => {
      expect(documentsOf(form.events)).toEqual(["welcome", "a", "d", "e", "welcomeback"]);
      expect(typesOf(list.events).slice(-2)).toEqual(["reconnect", "welcome"]);
    });
    form.subscription.unsubscribe();
    list.subscription.unsubscribe();
  });

  test("receives a transaction when all of it has arrived", async () => {
    const multiplexer = new ListenerMultiplexer(() => lake.address);
    const { events, subscription } = follow(multiplexer, "*", resuming);
    const [id = ""] = (await lastAsked(1)).map(({ id }) => id);
    lake.say(id, { type: "welcome", lastEventId: "t0" });
    lake.say(id, mutation("t1", "draft", 2));
    await eventually(() => expect(events).toHaveLength(1));
    lake.drop();
    expect((await lastAsked(2)).at(-1)?.lastEventId).toBe("t0");
    lake.say(id, mutation("t1", "draft", 2));
    lake.say(id, mutation("t1", "published", 2));
    lake.say(id, { type: "welcomeback", lastEventId: "t1" });
    await eventually(() =>
      expect(documentsOf(events)).toEqual(["welcome", "draft", "published", "welcomeback"]),
    );
    subscription.unsubscribe();
  });

  test("resumes again when the socket is lost before what it missed has arrived, and receives nothing twice", async () => {
    const multiplexer = new ListenerMultiplexer(() => lake.address);
    const { events, subscription } = follow(multiplexer, "*", resuming);
    const [id = ""] = (await lastAsked(1)).map(({ id }) => id);
    lake.say(id, { type: "welcome", lastEventId: "t0" });
    await eventually(() => expect(events).toHaveLength(1));
    lake.drop();
    expect((await lastAsked(2)).at(-1)?.lastEventId).toBe("t0");
    lake.drop();
    expect((await lastAsked(3)).at(-1)?.lastEventId).toBe("t0");
    lake.say(id, mutation("t1", "a"));
    lake.say(id, mutation("t2", "b"));
    lake.say(id, mutation("t3", "half", 2));
    await eventually(() => expect(documentsOf(events)).toEqual(["welcome", "a", "b"]));
    multiplexer.reconnect();
    expect((await lastAsked(4)).at(-1)?.lastEventId).toBe("t2");
    lake.say(id, mutation("t3", "half", 2));
    lake.say(id, mutation("t3", "whole", 2));
    lake.say(id, { type: "welcomeback", lastEventId: "t3" });
    await eventually(() =>
      expect(documentsOf(events)).toEqual(["welcome", "a", "b", "half", "whole", "welcomeback"]),
    );
    subscription.unsubscribe();
  });

  test("reloads when what it missed has not arrived after ten attempts", async () => {
    const multiplexer = new ListenerMultiplexer(() => lake.address);
    const { events, subscription } = follow(multiplexer, "*", resuming);
    const [id = ""] = (await lastAsked(1)).map(({ id }) => id);
    lake.say(id, { type: "welcome", lastEventId: "t0" });
    await eventually(() => expect(events).toHaveLength(1));
    for (let attempt = 1; attempt <= 10; attempt++) {
      multiplexer.reconnect();
      expect((await lastAsked(attempt + 1)).at(-1)?.lastEventId).toBe("t0");
    }
    multiplexer.reconnect();
    expect((await lastAsked(12)).at(-1)?.lastEventId).toBeUndefined();
    lake.say(id, { type: "welcome", lastEventId: "t9" });
    await eventually(() => expect(typesOf(events)).toEqual(["welcome", "reconnect", "welcome"]));
    subscription.unsubscribe();
  });

  test("reports whether it is connected", async () => {
    const multiplexer = new ListenerMultiplexer(() => lake.address);
    const said: boolean[] = [];
    multiplexer.isConnected.subscribe((is) => said.push(is));
    const { subscription } = follow(multiplexer, "*", resuming);
    await lastAsked(1);
    lake.drop();
    await lastAsked(2);
    expect(said.filter((is, index) => is !== said[index - 1])).toEqual([true, false, true]);
    subscription.unsubscribe();
  });
});
