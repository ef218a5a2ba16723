import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "@platen/kit/testing/bundle";
import type { EmbeddedDatabase } from "@platen/postgres";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import { limits } from "../limits";
import { Store } from "../store";
import type { Parameters } from "./parse";
import { Queries } from "./queries";

const context = { identity: "me", projectId: "local", dataset: "production" };

/** Compares every pair of documents: some hundred milliseconds. */
const pairs = "count(*[count(*[n == ^.n]) == 1])";
/** Would take years. */
const endless = "count(*[count(*[count(*[count(*[n == ^.n]) > 0]) > 0]) > 0])";
const quick = "*[_id == 'document-7'][0].n";

let database: EmbeddedDatabase;
let store: Store;
let queries: Queries;
let worker: Awaited<ReturnType<typeof bundle>>;

/** Milliseconds: in five seconds each endless query only keeps a core from other tests. */
limits.computation = 2_000;

beforeAll(async () => {
  worker = await bundle("services/content-lake/query/query-worker.ts");
  database = await openMemoryDatabase();
  store = await Store.open(database);
  await store.transact({ author: "me" }, (transaction) => {
    for (let n = 0; n < 500; n++) {
      transaction.create({ _id: `document-${n}`, _type: "thing", n });
    }
  });
  queries = new Queries(store, pathToFileURL(worker.file));
});
afterAll(async () => {
  queries.close();
  await database.close();
  await worker.remove();
});

const ask = (query: string, params: Parameters = {}) =>
  queries.run({ perspective: "raw", query, params, context });

test("others can read and write while a query runs for the maximum time", async () => {
  let ended = false;
  const slow = ask(endless).finally(() => (ended = true));
  slow.catch(() => {});
  for (let n = 0; n < 20; n++) {
    await store.transactInSteps({ author: "me" }, (transaction) =>
      transaction.patch("document-7", { set: { n: 1_000 + n } }),
    );
    expect((await ask(quick)).json).toBe(String(1_000 + n));
  }
  expect(ended).toBe(false);
  await expect(slow).rejects.toMatchObject({
    status: 400,
    body: { error: { type: "queryTimeoutError", query: endless } },
  });
});

test("a fast query that was once slow by chance does not wait behind slow ones forever", async () => {
  const { inlineQuery } = limits;
  limits.inlineQuery = 1;
  const unlucky = "count(*[n < 10][count(*[n == ^.n]) == 1])";
  await ask(unlucky);
  limits.inlineQuery = inlineQuery;
  await ask(unlucky);
  let ended = false;
  const slow = ask(endless).finally(() => (ended = true));
  slow.catch(() => {});
  await ask(unlucky);
  expect(ended).toBe(false);
  await expect(slow).rejects.toMatchObject({ status: 400 });
});

test("a slow query sees all that was committed before it, and returns the tags of what it read", async () => {
  const before = await ask(pairs);
  expect(before.json).toBe("500");
  for (let n = 0; n < 5; n++) {
    await store.transact({ author: "me" }, (transaction) => {
      transaction.create({ _id: `twin-${n}`, _type: "thing", n });
    });
    expect(await ask(pairs)).toEqual({ json: String(499 - n), tags: before.tags });
  }
});

test("a slow query with an error reports it", async () => {
  await expect(ask(`${pairs} + geo::distance(*[0], *[1]) + ${pairs}`)).rejects.toMatchObject({
    status: 400,
    body: { error: { type: expect.stringMatching(/^query/) } },
  });
});

test("a query that fills the memory is refused, and others are answered", async () => {
  const memory = limits.slowQueryMemory;
  limits.slowQueryMemory = 64;
  const small = new Queries(store, pathToFileURL(worker.file));
  const askSmall = (query: string) => small.run({ perspective: "raw", query, params: {}, context });
  try {
    const asked = [pairs, "*{'a': *{'b': *{'c': [n, n, n, n]}}}", pairs, `${pairs} + 1`];
    const [before, hungry, ...beside] = await Promise.allSettled(asked.map(askSmall));
    expect(hungry).toMatchObject({
      status: "rejected",
      reason: { status: 400, message: "The query needs too much memory" },
    });
    expect(before).toMatchObject({ value: { json: "495" } });
    expect(beside).toMatchObject([{ value: { json: "495" } }, { value: { json: "496" } }]);
    expect((await askSmall(pairs)).json).toBe("495");
  } finally {
    small.close();
    limits.slowQueryMemory = memory;
  }
});

test("too many concurrent slow queries are refused, and those before them are answered", async () => {
  const asked = Array.from({ length: 15 }, () => ask(pairs));
  const responses = await Promise.allSettled(asked);
  const answered = responses.filter(({ status }) => status === "fulfilled");
  const refused = responses.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(answered.length).toBeGreaterThanOrEqual(10);
  for (const reason of refused) expect(reason).toMatchObject({ status: 429 });
});
