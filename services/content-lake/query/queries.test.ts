import { pathToFileURL } from "node:url";
import { Script } from "node:vm";
import { Worker } from "node:worker_threads";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { bundle } from "@platen/kit/testing/bundle";
import { reader } from "../access/identity";
import { limits } from "../limits";
import { serveLake, type ServedLake } from "../testing/serve";
import type { Clocks } from "./inline-time";
import type { Parameters } from "./parse";
import { Queries } from "./queries";

/**
 * Compares every pair of documents, for some ten milliseconds in a thread; a different query text
 * for each name.
 */
const slowQuery = (name = "") => `count(*[count(*[n == ^.n && "${name}" != n]) == 1])`;
/** For few ids a lookup, for many a walk over all pairs. */
const byIds = "count(*[_id in $ids && count(*[_id in $ids]) > 0])";
const ids = (count: number) => Array.from({ length: count }, (_, n) => `document-${n}`);

const { inlineQuery, lookup, inlineTime, slowThreads, slowQueries } = limits;
/** For queries that are aborted here, unless they were short of the processor. */
const brief = 2;

let served: ServedLake;
let worker: Awaited<ReturnType<typeof bundle>>;
let queries: Queries;

beforeAll(async () => {
  worker = await bundle("services/content-lake/query/query-worker.ts");
  served = await serveLake(undefined, pathToFileURL(worker.file));
  await served.lake.store.transact({ author: "me" }, (transaction) => {
    for (let n = 0; n < 250; n++) {
      transaction.create({ _id: `document-${n}`, _type: "thing", n, slug: { current: `${n}` } });
    }
  });
});
afterAll(async () => {
  await served.close();
  await worker.remove();
});
beforeEach(() => {
  limits.slowThreads = 2;
  queries = new Queries(served.lake.store, pathToFileURL(worker.file));
});
afterEach(() => {
  queries.close();
  vi.restoreAllMocks();
  Object.assign(limits, { inlineQuery, lookup, inlineTime, slowThreads, slowQueries });
});

/** A time that stands still, which gives nobody any of it back, and a processor at rest. */
const still = { now: () => 0, processed: () => 0 };

/** A clock by which all work takes so long that others wait for the next turn. */
function ticking(): Clocks {
  let now = 0;
  return { ...still, now: () => (now += limits.slice) };
}

function reopen(clocks: Clocks) {
  queries.close();
  queries = new Queries(served.lake.store, pathToFileURL(worker.file), clocks);
}

const context = { identity: "me", projectId: "local", dataset: "production" };

async function ask(query: string, params: Parameters = {}, identity = "me"): Promise<unknown> {
  const request = { perspective: "raw" as const, query, params };
  const { json } = await queries.run({ ...request, context: { ...context, identity } });
  return JSON.parse(json);
}

/** The queries that are sent to threads from now on. */
function sentToThreads(): string[] {
  const sent: string[] = [];
  const send = Worker.prototype.postMessage;
  vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker, message) {
    if (isAsked(message)) sent.push(message.ask.query);
    send.call(this, message);
  });
  return sent;
}

const isAsked = (message: unknown): message is { ask: { query: string } } =>
  typeof message === "object" && message !== null && "ask" in message;

/** A parameter whose first reads block for this long, as if the process had been stopped. */
function standstill(milliseconds: number, times: number) {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let left = times;
  return {
    get slug() {
      if (left-- > 0) Atomics.wait(cell, 0, 0, milliseconds);
      return "7";
    },
  };
}

test("a query that was delayed by others is tried here again, and is not sent to a worker", async () => {
  limits.inlineQuery = 200;
  const sent = sentToThreads();
  expect(await ask("count(*[n > 0 && slug.current != $slug])", standstill(1_000, 1))).toBe(248);
  expect(sent).toEqual([]);
});

test("a lookup is not sent to a worker, however often it was slow", async () => {
  limits.inlineQuery = 10;
  const sent = sentToThreads();
  const lookups = [
    "*[_type == 'thing' && slug.current == $slug][0].n",
    "*[slug.current == $slug][0].n",
    "*[_id == 'document-7' && slug.current == $slug][0].n",
  ];
  for (const lookup of lookups) expect(await ask(lookup, standstill(50, 2))).toBe(7);
  expect(sent).toEqual([]);
});

test("lookups of a user of whom many were aborted are sent to a worker for a while, others' are not", async () => {
  limits.inlineQuery = 10;
  limits.lookup = 20;
  limits.inlineTime = { atOnce: 20, share: 0.1 };
  reopen(still);
  const aborted = "*[_id == 'document-7' && slug.current == $slug][0].n";
  expect(await ask(aborted, standstill(40, 40), "flood")).toBe(7);
  limits.lookup = limits.computation;
  const sent = sentToThreads();
  const slow = "*[_id == 'document-8' && slug.current == $slug][0].n";
  await ask(slow, standstill(40, 2), "flood");
  expect(sent).toEqual([slow]);
  await ask(slow, standstill(40, 2), "other");
  expect(sent).toHaveLength(1);
});

test("a lookup is not sent to a worker because the same query was slow with other parameters", async () => {
  limits.inlineQuery = brief;
  const sent = sentToThreads();
  expect(await ask(byIds, { ids: ids(100) })).toBe(100);
  expect(await ask(byIds, { ids: ids(100) })).toBe(100);
  expect(sent).toEqual([byIds, byIds]);
  expect(await ask(byIds, { ids: ids(3) })).toBe(3);
  expect(sent).toHaveLength(2);
});

test("a query that a worker answers quickly from memory still counts as slow", async () => {
  limits.inlineQuery = 10;
  const sent = sentToThreads();
  const words = `string::split("${"a ".repeat(1_500)}", " ")`;
  const list = `*[count(array::unique(${words})) > 0] | order(n desc)`;
  for (let times = 0; times < 3; times++) await ask(`${list}[0].n`);
  // If it were forgotten, it would be computed here now.
  limits.inlineQuery = limits.computation;
  await ask(`${list}[0].n`);
  expect(sent).toHaveLength(4);
});

test("a query that a worker has computed quickly is evaluated here from then on", async () => {
  limits.inlineQuery = brief;
  const sent = sentToThreads();
  await ask(slowQuery());
  limits.inlineQuery = limits.computation;
  await ask(slowQuery());
  expect(sent).toHaveLength(2);
  await ask(slowQuery());
  expect(sent).toHaveLength(2);
});

/** Sends queries as these users all at once, and returns whose were answered, in order. */
async function answered(asked: [identity: string, query: string][]): Promise<string[]> {
  const order: string[] = [];
  await Promise.all(
    asked.map(([identity, query]) => ask(query, {}, identity).then(() => order.push(identity))),
  );
  return order;
}

test("a user waits for at most one of another's many slow queries", async () => {
  limits.inlineQuery = brief;
  const flood = ids(8).map((id): [string, string] => ["flood", slowQuery(id)]);
  const order = await answered([...flood, ["other", slowQuery("other")]]);
  expect(order.indexOf("other")).toBeLessThan(2);
});

test("the site's reader waits for nobody", async () => {
  limits.inlineQuery = brief;
  const endless = "count(*[count(*[count(*[count(*[n == ^.n]) > 0]) > 0]) > 0])";
  const killers = ["one", "other"].map((identity) =>
    ask(endless, {}, identity).catch(() => "broken off"),
  );
  expect(await Promise.race([...killers, ask(slowQuery(), {}, reader.id)])).toBe(250);
  queries.close();
  await Promise.all(killers);
});

test("a lookup comes before the second of many slow queries sent with it", async () => {
  limits.inlineQuery = brief;
  const killers = ids(8).map((id) => ask(slowQuery(id)));
  const sent = sentToThreads();
  expect(await ask("*[_id == 'document-7'][0].n")).toBe(7);
  expect(sent.length).toBeLessThan(2);
  await Promise.all(killers);
});

test("a user with too many slow queries in flight gets a Retry-After, and nobody else is refused", async () => {
  limits.inlineQuery = brief;
  limits.slowQueries = 3;
  const headers = served.as({ id: "flood" });
  const askAs = (query: string, as: object = headers) =>
    fetch(`${served.url}/v1/data/query/production?query=${encodeURIComponent(query)}`, {
      headers: { ...as },
    });
  const asked = ids(12).map((id) => askAs(slowQuery(id)));
  const others = [
    askAs("*[_id == 'document-7'][0].n"),
    ...ids(3).map((id) => askAs(slowQuery(id), served.as({ id: "other" }))),
  ];
  const flood = await Promise.all(asked);
  const refused = flood.filter(({ status }) => status === 429);
  expect(flood.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers: told } of refused) expect(told.get("Retry-After")).toMatch(/^[1-9]\d*$/);
  for (const { status } of await Promise.all(others)) expect(status).toBe(200);
});

test("new slow queries of a user who sent many are not tried here for a while, others' are", async () => {
  limits.inlineQuery = brief;
  limits.inlineTime = { atOnce: 2 * brief, share: 0.1 };
  reopen(still);
  for (const name of ["one", "two"]) await ask(slowQuery(name), {}, "flood");
  limits.inlineQuery = limits.computation;
  const sent = sentToThreads();
  await ask(slowQuery("three"), {}, "other");
  expect(sent).toEqual([]);
  await ask(slowQuery("four"), {}, "flood");
  expect(sent).toEqual([slowQuery("four")]);
  expect(await ask("*[_id == 'document-7'][0].n", {}, "flood")).toBe(7);
  expect(sent).toHaveLength(1);
});

test("of a user's many slow queries that come at once, few are tried here", async () => {
  limits.inlineQuery = brief;
  limits.inlineTime = { atOnce: 2 * brief - 1, share: 1e-6 };
  reopen(ticking());
  const tries = vi.spyOn(Script.prototype, "runInContext");
  await Promise.all(ids(8).map((id) => ask(slowQuery(id))));
  expect(tries).toHaveBeenCalledTimes(2);
});

test("a query that was short of the processor is not tried again for a user of whom another was aborted", async () => {
  limits.inlineQuery = 10;
  reopen(still);
  const tries = vi.spyOn(Script.prototype, "runInContext");
  const query = (name: string) => `count(*[n > 0 && slug.current != $slug && "${name}" != n])`;
  for (const [name, times] of Object.entries({ one: 2, two: 3 })) {
    await ask(query(name), standstill(50, 2));
    expect(tries).toHaveBeenCalledTimes(times);
  }
});

test("fast queries of a user are computed in threads after they took long together, lookups and others' are not", async () => {
  const clocks = { ...still, work: 0, processed: () => clocks.work };
  reopen(clocks);
  const params = {
    get slug() {
      clocks.work += limits.inlineQuery - 1;
      return "7";
    },
  };
  const quick = "count(*[n > 0 && slug.current != $slug])";
  const sent = sentToThreads();
  await ask(quick, params);
  expect(sent).toEqual([]);
  limits.inlineTime = { atOnce: clocks.work, share: 0.1 };
  expect(await ask(quick, params)).toBe(248);
  expect(sent).toEqual([quick]);
  expect(await ask("*[_id == 'document-7'][0].n")).toBe(7);
  await ask(quick, params, "other");
  for (const id of [reader.id, reader.id]) await ask(quick, params, id);
  expect(sent).toEqual([quick]);
});

test("lookups and the site's reader wait for no other query", async () => {
  reopen(ticking());
  const flood = ["count(*[n > 0])", "count(*[n > 1])", "*[_id == 'document-7'][0].n"];
  const asked = flood.map((query): [string, string] => ["flood", query]);
  const order = await answered([...asked, [reader.id, "count(*[n > 2])"]]);
  expect(order).toEqual(["flood", "flood", reader.id, "flood"]);
});

test("parameters that cannot be sent to a thread fail their own queries only", async () => {
  limits.inlineQuery = brief;
  const unsendable = { unsendable: () => "a function cannot be copied" };
  // More than there are threads, some of them while documents are still being sent.
  for (const name of ["a", "b", "c"]) {
    await expect(ask(slowQuery(name), unsendable)).rejects.toMatchObject({ status: 400 });
  }
  expect(await ask(slowQuery("d"))).toBe(250);
});
