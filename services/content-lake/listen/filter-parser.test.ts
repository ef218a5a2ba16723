import { Script } from "node:vm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { limits } from "../limits";
import { InlineTime, realClocks } from "../query/inline-time";
import { InlineTurns } from "../query/inline-turns";
import type { Parameters } from "../query/parse";
import { serveLake, type ServedLake } from "../testing/serve";
import { TestSocket } from "../testing/socket";
import { FilterParser } from "./filter-parser";

/** Takes a second to parse: groq-js goes through the whole chain for each of its links. */
const costly = `*[a${"->a".repeat(6_000)}]`;

const { inlineQuery, inlineTime } = limits;
/** A time that stands still, and a processor that does nothing. */
const still = { now: () => 0, processed: () => 0 };
const project = { projectId: "local", dataset: "production" };
const mainThread = (clocks = realClocks) => ({
  time: new InlineTime(clocks),
  turns: new InlineTurns(clocks.now, { pauseThreshold: limits.inlineQuery }),
});
let parser: FilterParser;
beforeEach(() => {
  parser = new FilterParser(project, mainThread());
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(limits, { inlineQuery, inlineTime });
});

const parse = (query: string, identity = "me", params: Parameters = {}) =>
  parser.parse({ query, params, identity });

/** A parameter whose first read blocks for this long. */
function standstill(milliseconds: number) {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let reads = 0;
  return {
    get slug() {
      if (reads++ === 0) Atomics.wait(cell, 0, 0, milliseconds);
      return "7";
    },
  };
}

describe("a listener's query", () => {
  test("that defines functions is refused before it is parsed", async () => {
    for (const before of ["", " \n", "// a comment\n "]) {
      await expect(parse(`${before}fn a::b($c) = $c + ; *`)).rejects.toThrow("no functions");
    }
    expect(await parse("*[fn == 'fn a::b($c) = $c;']")).toMatchObject({ evaluates: true });
  });

  test("has twenty thousand characters at most", async () => {
    await expect(parse(`*[a == "${"a".repeat(20_000)}"]`)).rejects.toThrow("20000 characters");
    expect(await parse(`*[a == "${"a".repeat(19_900)}"]`)).toMatchObject({ evaluates: true });
  });

  test.each([
    ["by its own processor time is tried once", false, 1],
    ["and was always short of the processor is tried three times", true, 3],
  ])("that takes long %s", async (_, isStarved, tries) => {
    parser = new FilterParser(project, mainThread(), () => Promise.resolve(isStarved));
    limits.inlineQuery = 20;
    const tried = vi.spyOn(Script.prototype, "runInContext");
    await expect(parse(costly)).rejects.toThrow("took longer than 20 ms");
    expect(tried).toHaveBeenCalledTimes(tries);
  });

  test("that was short of the processor is tried again", async () => {
    const params = standstill(1_000);
    expect(await parse("*[slug == $slug]", "me", params)).toMatchObject({ evaluates: true });
  });

  test("is refused for a while after those of the same user took too long, and nobody else's is", async () => {
    parser = new FilterParser(project, mainThread(still), () => Promise.resolve(false));
    limits.inlineQuery = 20;
    limits.inlineTime = { atOnce: 40, share: 0.1 };
    const refused = await Promise.allSettled(["a", "b", "c"].map(() => parse(costly)));
    const reasons = refused.map((each) => (each.status === "rejected" ? each.reason : undefined));
    expect(reasons).toMatchObject([{ status: 400 }, { status: 400 }, { status: 429 }]);
    await expect(parse("*")).rejects.toMatchObject({
      status: 429,
      headers: { "Retry-After": expect.stringMatching(/^[1-9]\d*$/) },
    });
    limits.inlineQuery = inlineQuery;
    expect(await parse("*", "other")).toMatchObject({ evaluates: false });
  });

  test("is refused after short ones of the same user took long together", async () => {
    const clocks = { ...still, work: 0, processed: () => clocks.work };
    parser = new FilterParser(project, mainThread(clocks));
    // Never reached: on a busy machine a try could be aborted and repeated, which counts as work.
    limits.inlineQuery = 600_000;
    const costly = {
      get slug() {
        clocks.work += 99;
        return "7";
      },
    };
    await parse("*[slug == $slug]", "me", costly);
    limits.inlineTime = { atOnce: 2 * clocks.work, share: 0.1 };
    await parse("*[slug == $slug]", "me", costly);
    await expect(parse("*")).rejects.toMatchObject({ status: 429 });
    expect(await parse("*", "other")).toMatchObject({ evaluates: false });
  });

  test("does not wait for all those of another user", async () => {
    let now = 0;
    const clocks = { ...still, now: () => (now += limits.slice) };
    parser = new FilterParser(project, mainThread(clocks));
    const order: string[] = [];
    const finished = (user: string) => () => void order.push(user);
    const all = ["mallory", "mallory", "mallory", "ann"].map((user) =>
      parse("*", user).then(finished(user)),
    );
    await Promise.all(all);
    expect(order).toEqual(["mallory", "mallory", "ann", "mallory"]);
  });
});

describe("a user whose listeners took too long", () => {
  let served: ServedLake;
  beforeAll(async () => {
    served = await serveLake();
  });
  afterAll(() => served.close());

  test("gets 429 for an event stream, and a channelError over a socket that stays open", async () => {
    limits.inlineQuery = 20;
    // Less than any processor takes for the costly one, also on a busy machine.
    limits.inlineTime = { atOnce: 1, share: 1e-6 };
    const headers = served.as({ id: "mallory" });
    const socket = await TestSocket.open(`${served.url}/vX/mux/production`, headers);
    socket.send({ op: "listen", id: "costly", query: costly });
    socket.send({ op: "listen", id: "refused", query: "*" });
    socket.send({ op: "listen", id: "last", query: "*" });
    await socket.find(({ id }) => id === "last");
    expect(socket.messages).toMatchObject([
      { id: "costly", event: { type: "channelError", statusCode: 400 } },
      { id: "refused", event: { type: "channelError", statusCode: 429 } },
      { id: "last", event: { type: "channelError", statusCode: 429 } },
    ]);
    socket.socket.terminate();
    const url = `${served.url}/v1/data/listen/production?query=*`;
    const refused = await fetch(url, { headers });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
    limits.inlineQuery = inlineQuery;
    const abort = new AbortController();
    const ann = { headers: served.as({ id: "ann" }), signal: abort.signal };
    expect((await fetch(url, ann)).status).toBe(200);
    abort.abort();
  });
});
