import { Script } from "node:vm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { limits } from "../limits";
import { serveLake, type ServedLake } from "../testing/serve";
import { TestSocket } from "../testing/socket";

/** A filter that would take hours over one document. */
const endless = {
  query: "*[count($a[count($a[count($a[count($a[@ > -1]) > 0]) > 0]) > 0]) > 0]",
  params: { a: Array.from({ length: 500 }, (_, n) => n) },
};
const quick = { query: "*[_id == 'second']" };

const { inlineTime, resume } = limits;
let served: ServedLake;

beforeAll(async () => {
  served = await serveLake();
  for (const name of ["first", "second"]) {
    const transaction = served.client().transaction([{ create: { _id: name, _type: "note" } }]);
    await transaction.transactionId(name).commit();
  }
});
afterAll(() => served.close());
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(limits, { inlineTime, resume });
});

/** The types of the events that listeners receive who missed the second commit. */
async function typesFor(identity: string, listeners: readonly object[]): Promise<unknown[]> {
  const headers = served.as({ id: identity });
  const socket = await TestSocket.open(`${served.url}/vX/mux/production`, headers);
  for (const [id, listener] of listeners.entries()) {
    socket.send({ op: "listen", id: `${id}`, lastEventId: "first", ...listener });
  }
  // One that is always answered, after all the others.
  socket.send({ op: "listen", id: "last", query: "*[" });
  await socket.find(({ id }) => id === "last");
  socket.socket.terminate();
  return socket.messages.slice(0, -1).map(({ event }) => Object(event).type);
}

describe("a listener that resumes", () => {
  test("and would take long is tried once, and must reload", async () => {
    const run = vi.spyOn(Script.prototype, "runInContext");
    expect(await typesFor("slow", [endless])).toEqual(["welcome"]);
    const [parsing, matching, last] = run.mock.calls.map(([, options]) => Object(options).timeout);
    expect([parsing, matching, last]).toEqual([limits.inlineQuery, 50, limits.inlineQuery]);
    expect(run).toHaveBeenCalledTimes(3);
  });

  test("uses up its user's time of the main thread, and nobody else's", async () => {
    limits.inlineTime = { atOnce: 40, share: 1e-6 };
    expect(await typesFor("mallory", [endless, quick])).toEqual(["welcome", "channelError"]);
    expect(await typesFor("ann", [quick])).toEqual(["mutation", "welcomeback"]);
  });

  test("must reload while its user has less than half of it left, so that others still start", async () => {
    limits.inlineTime = { atOnce: 700, share: 1e-6 };
    const types = await typesFor("busy", [quick, ...Array<object>(8).fill(endless), quick]);
    expect(types).toEqual(["mutation", "welcomeback", ...Array<string>(9).fill("welcome")]);
  });

  test("does so over an event stream too", async () => {
    limits.inlineTime = { atOnce: 700, share: 1e-6 };
    await typesFor("streaming", Array<object>(8).fill(endless));
    const abort = new AbortController();
    const query = encodeURIComponent(quick.query);
    const url = `${served.url}/v1/data/listen/production?enableResume=true&query=${query}`;
    const greetings = await Promise.all(
      ["streaming", "ann"].map(async (id) => {
        const headers = { ...served.as({ id }), "Last-Event-ID": "first" };
        const { body } = await fetch(url, { headers, signal: abort.signal });
        const part = await body?.getReader().read();
        return /event: (\w+)/.exec(new TextDecoder().decode(part?.value))?.[1];
      }),
    );
    abort.abort();
    expect(greetings).toEqual(["welcome", "welcomeback"]);
  });

  test("must reload when it missed more than a thousand events", async () => {
    // Matching a thousand documents takes longer than 50 ms on a busy machine.
    limits.resume = 10_000;
    const missing = [...Array(1_001).keys()].map((n) => ({
      create: { _id: `many-${n}`, _type: n === 0 ? "rare" : "frequent" },
    }));
    await served.client().transaction(missing).commit();
    const listeners = [
      { query: "*", lastEventId: "second" },
      { query: "*[_type == 'rare']", lastEventId: "second" },
    ];
    const types = await typesFor("absent", listeners);
    expect(types).toEqual(["welcome", "mutation", "welcomeback"]);
  });
});
